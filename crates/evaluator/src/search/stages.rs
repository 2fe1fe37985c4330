//! Search in games whose turns have stages: values while numbers are left to play, and nodes
//! without a roll.
//!
//! The network evaluates positions whose player on roll is about to roll. A result after which the
//! same player goes on is evaluated from that player's view and turned round: +V instead of −V. The
//! value of a position with numbers left is that after they have been played: each by the play that
//! is best at 1-ply as if nothing were left after it, until somebody rolls. That takes hundreds of
//! evaluations, so only a player at 1-ply, of a game or a rollout, compares these values, and only
//! of the plays that are best without the numbers; plays within a search are chosen without them.
//! A search expands stages without counting plies, since only a roll is a chance node; the number
//! of rolls, and with it the length of chains of rolls by one player, is limited by the depth.

use super::{
    recursion::{MeanValue, Search},
    replies::argmax,
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
        let values = results.iter().zip(&*outcomes).map(|(result, of)| value(self, result, *of));
        let mut best: Vec<(usize, f32)> = values.enumerate().collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(SETTLED);
        for (play, settled) in &mut best {
            outcomes[*play] = self.settled(&results[*play], outcomes[*play]);
            *settled = value(self, &results[*play], outcomes[*play]);
        }
        let highest = best.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        highest.map(|&(play, _)| play)
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
            Some(stage) => self.best_of_stage(&mover, stage.dice(), on_roll, levels),
            None => return Ok(None),
        };
        let node = self.search_node(&after, ply, !on_roll, levels)?;
        let mut value = MeanValue::new(levels);
        for &dice in self.game().rolls() {
            value.add(&node, levels, dice);
        }
        Ok(Some(value.value()))
    }

    /// Best result by 1-ply of the numbers that are left.
    fn best_of_stage(
        &mut self,
        position: &Position,
        dice: Dice,
        on_roll: RootSide,
        levels: Levels,
    ) -> Position {
        let mut replies = self.take_replies();
        let results = replies.plays.generate_or_pass(position, dice);
        let mut outcomes = Vec::new();
        self.static_evaluator.evaluate_states(results, &mut outcomes);
        let values = self.static_evaluator.values_after_play(on_roll, levels.first);
        let best = results[argmax(&outcomes, &values)];
        self.put_back(replies);
        best
    }
}
