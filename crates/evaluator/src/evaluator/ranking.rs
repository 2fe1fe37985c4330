//! The plays of a roll, judged and ranked.

use super::{Evaluator, Verdict, replies::most};
use crate::{cube::Player, filter::Keep};
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_network::{Outcomes, Probabilities};
use std::sync::Arc;

/// A legal play with what it is worth, in the view of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// The resulting position, seen by the opponent.
    pub position: Position,
    /// Cubeless probabilities.
    pub probabilities: Probabilities,
    /// Points per game at the present cube: cubeless or cubeful, as the ladder says; in a match on the
    /// scale of [`Ladder::points`](crate::cube::Ladder::points).
    pub equity: f32,
    /// What the ladder counts: points per game, or the chance to win the match.
    pub worth: f32,
    /// How deep it was searched.
    pub ply: u32,
}

/// A play on its way through the filter.
struct Judged {
    place: usize,
    ply: u32,
    /// Of the resulting position, for A.
    worth: f32,
    verdict: Verdict,
}

impl Evaluator {
    /// The best play at 1-ply among resulting positions, each seen by the opponent: its place
    /// and the opponent's outcomes after it. `before` is the position before the roll.
    ///
    /// # Panics
    /// When there are no positions.
    pub fn best_of(&mut self, before: &Position, results: &[Position]) -> (usize, Outcomes) {
        let worth = self.worth_after_play(Player::A, 0);
        let outcomes = self.outcomes_near(&before.swapped(), results);
        let place = most(outcomes, &worth);
        (place, outcomes[place])
    }

    /// The place of the best play among resulting positions, each seen by the opponent. Deeper
    /// than 1-ply, the filter says which are searched.
    ///
    /// # Panics
    /// When there are no positions.
    pub fn choose(&mut self, before: &Position, results: &[Position], ply: u32) -> usize {
        if results.len() == 1 {
            return 0;
        }
        if ply <= 1 && !self.ladder.is_cubeful() {
            return self.best_of(before, results).0;
        }
        let judged = self.judge(before, results, ply);
        let best = judged.iter().max_by(|a, b| {
            a.ply.cmp(&b.ply).then(a.worth.total_cmp(&b.worth)).then(b.place.cmp(&a.place))
        });
        best.expect("a roll has a result, the turn passed at least").place
    }

    /// The resulting position, seen by the opponent, of the best play at 1-ply; the turn passed
    /// where there is none.
    pub fn best_play(&mut self, position: &Position, dice: Dice) -> Position {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let best = results[self.best_of(position, results).0];
        self.nodes.push(node);
        best
    }

    /// All legal plays, best first: those searched deepest before the others, equal ones in the order
    /// of their resulting positions. Only the turn passed where there is none.
    pub fn rank(&mut self, position: &Position, dice: Dice, ply: u32) -> Vec<RankedPlay> {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let ladder = Arc::clone(&self.ladder);
        let mut ranked: Vec<RankedPlay> = self
            .judge(position, results, ply)
            .into_iter()
            .map(|judged| {
                let probabilities = Probabilities::from(judged.verdict.outcomes.swapped());
                RankedPlay {
                    position: results[judged.place],
                    probabilities,
                    equity: ladder.points(judged.worth),
                    worth: judged.worth,
                    ply: judged.ply,
                }
            })
            .collect();
        self.nodes.push(node);
        ranked.sort_by(|a, b| {
            let deeper = b.ply.cmp(&a.ply);
            deeper.then(b.worth.total_cmp(&a.worth)).then(a.position.cmp(&b.position))
        });
        ranked
    }

    /// Judges resulting positions, deeper and deeper those that the filter keeps.
    fn judge(&mut self, before: &Position, results: &[Position], ply: u32) -> Vec<Judged> {
        let outcomes = self.outcomes_near(&before.swapped(), results).to_vec();
        let mut judged: Vec<Judged> = outcomes
            .into_iter()
            .enumerate()
            .map(|(place, outcomes)| {
                let leaf = self.leaf(&results[place], outcomes, Player::B);
                let verdict = self.before_cube(leaf, Player::B);
                Judged { place, ply: 1, worth: self.ladder.present(&verdict.values), verdict }
            })
            .collect();
        for (deeper, keep) in (2..=ply).zip(self.filter.plays) {
            judged.sort_by(|a, b| {
                b.ply.cmp(&a.ply).then(b.worth.total_cmp(&a.worth)).then(a.place.cmp(&b.place))
            });
            let kept = self.foremost(&judged, keep);
            let positions: Vec<Position> =
                judged[..kept].iter().map(|j| results[j.place]).collect();
            for (judged, verdict) in judged.iter_mut().zip(self.search_all(&positions, deeper)) {
                judged.worth = self.ladder.present(&verdict.values);
                (judged.verdict, judged.ply) = (verdict, deeper);
            }
        }
        judged
    }

    /// How many of the plays, best first, go on.
    fn foremost(&self, judged: &[Judged], keep: Keep) -> usize {
        let deepest = judged[0].ply;
        let best = self.ladder.points(judged[0].worth);
        let within = judged.iter().take(keep.most).take_while(|judged| {
            judged.ply == deepest && best - self.ladder.points(judged.worth) <= keep.margin
        });
        within.count().max(1)
    }
}
