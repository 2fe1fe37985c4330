//! A game of the engine against itself, step by step.

use super::{
    dice::GameDice,
    settings::{Settings, Start},
};
use crate::{
    cube::{CubeModel, CubeState, CubeValues, Levels, NodeValue, RootSide},
    search::{Aim, Ranker, Search, luck_values},
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position, Side};
use sheshbesh_network::OUTCOMES;

/// Outcomes of a game for A, then A's value by the stakes.
pub(crate) type Sample = [f32; OUTCOMES + 1];

/// A game in progress.
pub(super) struct GameInProgress {
    pub(super) position: Position,
    pub(super) on_roll: RootSide,
    pub(super) state: CubeState,
    /// Luck of all rolls so far.
    luck: Sample,
    /// A's value once a double is passed; the game continues for the probabilities.
    decided: Option<f32>,
}

impl GameInProgress {
    /// Starts a game with the cube in a state.
    pub(super) fn new(Start { position, on_roll }: Start, state: CubeState) -> Self {
        Self { position, on_roll, state, luck: [0.0; OUTCOMES + 1], decided: None }
    }

    /// True if the player on roll may consider a double after `ply` plies. A's double before the
    /// first roll is another decision than the one rolled out.
    pub(super) fn may_double(&self, ply: u32) -> bool {
        self.decided.is_none() && (ply > 0 || self.on_roll == RootSide::B)
    }

    /// Applies the cube decisions of both players.
    pub(super) fn turn(&mut self, turn: Turn) {
        match turn {
            Turn::None => {}
            Turn::Taken(turned) => self.state = turned,
            Turn::Passed(value) => self.decided = Some(value),
        }
    }

    /// Counts the luck of a roll. Once a double is passed, it changes the probabilities only.
    pub(super) fn add_luck(&mut self, lucky: Sample) {
        let counted = if self.decided.is_none() { OUTCOMES + 1 } else { OUTCOMES };
        for (luck, more) in self.luck[..counted].iter_mut().zip(lucky) {
            *luck += more;
        }
    }

    /// Continues with the result of a play, which is seen by the opponent.
    pub(super) fn play(&mut self, result: Position) {
        let (position, side) = result.seen_by_mover();
        self.position = position;
        if side == Side::OnRoll {
            self.on_roll = !self.on_roll;
        }
    }

    /// Result of the game without its luck, if it ends with an evaluation of its position.
    pub(super) fn result(&self, stakes: &CubeModel, node: &NodeValue) -> Sample {
        let mut result = to_sample(stakes, node, self.on_roll, self.state);
        if let Some(value) = self.decided {
            result[OUTCOMES] = value;
        }
        for (result, luck) in result.iter_mut().zip(self.luck) {
            *result -= luck;
        }
        result
    }
}

/// Result of the cube decisions before a roll.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// No cube action.
    None,
    /// The double was taken; this is the cube now.
    Taken(CubeState),
    /// The double was passed; this is A's value.
    Passed(f32),
}

/// Plays games for both sides.
pub(crate) struct SelfPlay {
    pub(crate) search: Search,
    /// Evaluations after the best reply to each roll, from which luck is computed.
    replies: Vec<NodeValue>,
}

impl SelfPlay {
    /// Creates the players; both use the same search.
    pub(crate) const fn new(search: Search) -> Self {
        Self { search, replies: Vec::new() }
    }

    /// Plays one game.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(crate) fn game(
        &mut self,
        start: Start,
        state: CubeState,
        settings: &Settings,
        number: u64,
    ) -> Result<Sample, Stopped> {
        let mut dice = GameDice::new(self.search.game(), settings, number);
        let mut game = GameInProgress::new(start, state);
        let mut ply = 0;
        loop {
            let GameInProgress { position, on_roll, state, .. } = game;
            if let Some(node) = self.end(&position, on_roll, state.level(), ply, settings)? {
                return Ok(game.result(self.search.stakes(), &node));
            }
            if game.may_double(ply) && self.search.stakes().may_turn(state, on_roll) {
                let values = self.values_to_roll(&position, on_roll);
                game.turn(self.decide(&values, on_roll, state));
            }
            let roll = dice.roll(ply);
            let level = game.state.level();
            if settings.variance_reduction {
                self.measure_luck(&position, on_roll, level);
                game.add_luck(self.luck(roll, on_roll, game.state));
            }
            game.play(self.best_result(&position, roll, on_roll, level, settings)?);
            ply += 1;
        }
    }

    /// Returns the evaluation that ends the game here, if it ends.
    pub(super) fn end(
        &mut self,
        position: &Position,
        on_roll: RootSide,
        level: u8,
        ply: u32,
        settings: &Settings,
    ) -> Result<Option<NodeValue>, Stopped> {
        let search = &mut self.search;
        let levels = Levels::only(level);
        if search.game().end(position, None).is_some() {
            return search.search_node(position, 1, on_roll, levels).map(Some);
        }
        if let Some(node) = search.static_evaluator.ended_by_tables(position, on_roll) {
            return Ok(Some(node));
        }
        if settings.truncate.is_none_or(|most| ply < most) {
            return Ok(None);
        }
        search.search_node(position, settings.truncation_depth.plies(), on_roll, levels).map(Some)
    }

    /// Values of a position in all cube states if its player rolls now, at 1-ply.
    pub(super) fn values_to_roll(&mut self, position: &Position, on_roll: RootSide) -> CubeValues {
        self.search.static_evaluator.value_without_double(position, on_roll).values
    }

    /// Cube decisions of the player on roll, who may turn the cube, and of the opponent.
    pub(super) fn decide(&self, values: &CubeValues, on_roll: RootSide, state: CubeState) -> Turn {
        let model = self.search.stakes();
        let turned = model.turned(state, on_roll);
        let rolls_on = on_roll.points(model.value_in(values, state));
        let taken = on_roll.points(model.value_in(values, turned));
        let passed = on_roll.points(model.passed(state, on_roll));
        if taken.min(passed) < rolls_on {
            Turn::None
        } else if taken > passed {
            Turn::Passed(on_roll.points(passed))
        } else {
            Turn::Taken(turned)
        }
    }

    /// Prepares [`luck`](Self::luck) for all rolls of a position on a cube level.
    pub(super) fn measure_luck(&mut self, position: &Position, on_roll: RootSide, level: u8) {
        luck_values(&mut self.search, position, on_roll, level, &mut self.replies);
    }

    /// Luck of a roll in the position of the last [`measure_luck`](Self::measure_luck): the
    /// evaluation after it minus the mean over all rolls.
    pub(super) fn luck(&self, dice: Dice, on_roll: RootSide, state: CubeState) -> Sample {
        let mut rolled = [0.0; OUTCOMES + 1];
        let mut mean = [0.0; OUTCOMES + 1];
        for (&other, node) in self.search.game().rolls().iter().zip(&self.replies) {
            let sample = to_sample(self.search.stakes(), node, !on_roll, state);
            for (mean, x) in mean.iter_mut().zip(sample) {
                *mean += other.probability() as f32 * x;
            }
            if other == dice {
                rolled = sample;
            }
        }
        std::array::from_fn(|i| rolled[i] - mean[i])
    }

    /// Result of the best play of a roll. Luck is measured on the replies that pruning keeps; this
    /// is the best of all.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(super) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        on_roll: RootSide,
        level: u8,
        settings: &Settings,
    ) -> Result<Position, Stopped> {
        let aim = Aim::Level(on_roll, level);
        Ranker::new(&mut self.search, aim).best_result(position, dice, settings.depth)
    }
}

fn to_sample(stakes: &CubeModel, node: &NodeValue, on_roll: RootSide, state: CubeState) -> Sample {
    let mut sample = [0.0; OUTCOMES + 1];
    sample[..OUTCOMES].copy_from_slice(&on_roll.outcomes(node.outcomes).0);
    sample[OUTCOMES] = stakes.value_in(&node.values, state);
    sample
}
