//! Search in games whose turns have stages: values while numbers are left to play, and nodes
//! without a roll.
//!
//! The network evaluates positions whose player on roll is about to roll. A result after which the
//! same player goes on is evaluated from that player's view and turned round: +V instead of −V. The
//! value of a position with numbers left is that after they have been played: each by the play that
//! is best at 1-ply as if nothing were left after it, until somebody rolls. That takes hundreds of
//! evaluations. The root of a search therefore compares these values of all plays, and a player at
//! 1-ply, of a game or a rollout, those of the plays that are best without the numbers; plays within
//! a search are chosen without them.
//! A search expands stages without counting plies, since only a roll is a chance node; the number
//! of rolls, and with it the length of chains of rolls by one player, is limited by the depth.

use super::{
    recursion::Search,
    replies::{argmax, highest},
    static_evaluator::StaticEvaluator,
};
use crate::{
    cube::{Levels, NodeValue, RootSide},
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Plays, Position, Side};
use sheshbesh_network::Outcomes;

/// Number of plays that are compared with the numbers that are left.
const SETTLED: usize = 4;

impl StaticEvaluator {
    /// Returns the index of the best play of a stage, and settles the outcomes of the plays that
    /// are best without the numbers that are left. `outcomes` are those without them, and `value`
    /// the value of a result with its outcomes. Returns `None` if no numbers are left.
    pub(super) fn best_settled(
        &mut self,
        results: &[Position],
        outcomes: &mut [Outcomes],
        value: impl Fn(&Self, &Position, Outcomes) -> f32,
    ) -> Option<usize> {
        let has_numbers = |result: &Position| result.turn_state().stage.is_some();
        if !self.has_stages() || !results.iter().any(has_numbers) {
            return None;
        }
        let ignoring = results.iter().zip(&*outcomes).map(|(result, of)| value(self, result, *of));
        let ignoring: Vec<f32> = ignoring.collect();
        let mut plays: Vec<usize> = (0..results.len()).collect();
        plays.sort_by(|&a, &b| ignoring[b].total_cmp(&ignoring[a]));
        plays.truncate(SETTLED);
        // The first of equal plays is the best, as in games without stages.
        plays.sort_unstable();
        for &play in &plays {
            outcomes[play] = self.settled(&results[play], outcomes[play]);
        }
        let best = highest(plays.iter().map(|&play| value(self, &results[play], outcomes[play])));
        Some(plays[best])
    }

    /// Outcomes of positions with the states of their turns, each for its player on roll; numbers
    /// that are left to play are ignored.
    pub(super) fn evaluate_states(&mut self, all: &[Position], outcomes: &mut Vec<Outcomes>) {
        let plain: Vec<Position> =
            all.iter().map(|position| position.seen_by_mover().0.bare()).collect();
        let Some(near) = plain.first() else { return outcomes.clear() };
        self.evaluate_plain(near, &plain, outcomes);
        let game = self.game();
        for (position, outcomes) in all.iter().zip(outcomes) {
            if let Some(end) = Outcomes::of_finished(game, position) {
                *outcomes = end;
            } else if position.turn_state().moves == Side::Opponent {
                *outcomes = outcomes.swapped();
            }
        }
    }

    /// Replaces outcomes without the numbers that are left by those after them; see
    /// [`settled`](Self::settled).
    pub(super) fn settle_all(&mut self, positions: &[Position], outcomes: &mut [Outcomes]) {
        if !self.has_stages() {
            return;
        }
        for (position, outcomes) in positions.iter().zip(outcomes) {
            *outcomes = self.settled(position, *outcomes);
        }
    }

    /// Outcomes of a position for its player on roll, after the best play by 1-ply of all numbers
    /// that are left. `ignoring` are the outcomes without these numbers.
    pub(crate) fn settled(&mut self, position: &Position, ignoring: Outcomes) -> Outcomes {
        if !self.has_stages() || position.turn_state().stage.is_none() {
            return ignoring;
        }
        let game = self.game();
        let (mut mover, side) = position.seen_by_mover();
        let mut is_other = side == Side::Opponent;
        let mut plays = Plays::new(game);
        let mut outcomes = Vec::new();
        let mut value = if is_other { ignoring.swapped() } else { ignoring };
        while let Some(stage) = mover.turn_state().stage {
            let results = plays.generate_or_pass(&mover, stage.dice());
            self.evaluate_states(results, &mut outcomes);
            let best = Outcomes::lowest(&outcomes);
            let (next, side) = results[best].seen_by_mover();
            let is_same = side == Side::Opponent;
            value = if is_same { outcomes[best].swapped() } else { outcomes[best] };
            (mover, is_other) = (next, is_other == is_same);
        }
        if is_other { value.swapped() } else { value }
    }
}

impl Search {
    /// Evaluates a position with numbers left at the root of a search: after the play of them that
    /// is best at 1-ply with the numbers that follow. Returns `None` if there are none.
    pub(super) fn search_numbers_left(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: RootSide,
        levels: Levels,
    ) -> Option<Result<NodeValue, Stopped>> {
        if !self.static_evaluator.has_stages() || self.game().end(position, None).is_some() {
            return None;
        }
        let (mover, side) = position.seen_by_mover();
        let dice = mover.turn_state().stage?.dice();
        let is_other = side == Side::Opponent;
        let player = if is_other { !on_roll } else { on_roll };
        let after = self.best_of_stage(&mover, dice, player, levels, true);
        let searched = self.search_node(&after, ply, !player, levels);
        Some(searched.map(|value| if is_other { value } else { by_opponent(value) }))
    }

    /// Evaluates a node without a roll: the opponent goes on, or numbers are left to play. Returns
    /// `None` for any other node.
    pub(super) fn search_stage(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: RootSide,
        levels: Levels,
    ) -> Result<Option<NodeValue>, Stopped> {
        if !self.static_evaluator.has_stages() {
            return Ok(None);
        }
        let (mover, side) = position.seen_by_mover();
        let after = match mover.turn_state().stage {
            _ if side == Side::Opponent => mover,
            Some(stage) => self.best_of_stage(&mover, stage.dice(), on_roll, levels, false),
            None => return Ok(None),
        };
        self.search_node(&after, ply, !on_roll, levels).map(|value| Some(by_opponent(value)))
    }

    /// Best result by 1-ply of the numbers that are left, with or without what follows them.
    fn best_of_stage(
        &mut self,
        position: &Position,
        dice: Dice,
        on_roll: RootSide,
        levels: Levels,
        settles: bool,
    ) -> Position {
        let mut replies = self.take_replies();
        let results = replies.plays.generate_or_pass(position, dice);
        let mut outcomes = Vec::new();
        let evaluator = &mut self.static_evaluator;
        evaluator.evaluate_states(results, &mut outcomes);
        if settles {
            evaluator.settle_all(results, &mut outcomes);
        }
        let best = results[argmax(&outcomes, &evaluator.values_after_play(on_roll, levels.first))];
        self.put_back(replies);
        best
    }
}

/// Evaluation for the other player, where a play is no chance node. Values are A's already.
fn by_opponent(value: NodeValue) -> NodeValue {
    NodeValue { outcomes: value.outcomes.swapped(), ..value }
}
