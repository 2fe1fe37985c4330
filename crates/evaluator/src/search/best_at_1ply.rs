//! Choice of the best play at 1-ply.

use super::{
    Evaluator,
    ranking::Aim,
    replies::{highest, most},
};
use sheshbesh_movegen::Position;
use sheshbesh_network::Outcomes;

/// Largest difference from the best play, in points, at which all members of an ensemble evaluate a
/// play: docs/notebook, experiment 67.
pub(super) const NEAR: f32 = 0.04;

impl Evaluator {
    /// Returns the index of the best play at 1-ply among the results of a roll; the first of equal
    /// ones.
    ///
    /// The first member of an ensemble evaluates all plays. All members then evaluate the plays
    /// near the best, until they have evaluated the best play and all plays near it. Evaluating the
    /// other plays by all members would take most of the time, and they are hardly ever best.
    pub(super) fn foremost(&mut self, before: &Position, results: &[Position], aim: Aim) -> usize {
        let base = before.swapped();
        let mut outcomes = std::mem::take(&mut self.outcomes);
        self.judge_by_first(&base, results, &mut outcomes);
        let best = match aim {
            Aim::Level(player, level) if !self.network.is_ensemble() => {
                most(&outcomes, &self.worth_after_play(player, level))
            }
            _ => self.foremost_by_all(&base, results, &mut outcomes, aim),
        };
        self.outcomes = outcomes;
        best
    }

    /// Same as [`foremost`](Self::foremost), from the outcomes of the first or only member.
    fn foremost_by_all(
        &mut self,
        base: &Position,
        results: &[Position],
        outcomes: &mut [Outcomes],
        aim: Aim,
    ) -> usize {
        let worth = |evaluator: &Self, (result, outcomes): (&Position, &Outcomes)| {
            evaluator.worth_of(&evaluator.at_one_ply(result, *outcomes, aim), aim)
        };
        let mut worths: Vec<f32> =
            results.iter().zip(&*outcomes).map(|play| worth(self, play)).collect();
        let companions = if self.network.is_ensemble() { results.len() } else { 0 };
        let mut unjudged: Vec<usize> = (0..companions).collect();
        loop {
            let best = highest(worths.iter().copied());
            let least = self.points(worths[best], aim) - NEAR;
            let (near, rest): (Vec<usize>, Vec<usize>) =
                unjudged.into_iter().partition(|&play| self.points(worths[play], aim) >= least);
            if near.is_empty() {
                return best;
            }
            let positions: Vec<Position> = near.iter().map(|&play| results[play]).collect();
            let mut judged: Vec<Outcomes> = near.iter().map(|&play| outcomes[play]).collect();
            self.judge_by_companions(base, &positions, &mut judged);
            for (play, judged) in near.into_iter().zip(judged) {
                outcomes[play] = judged;
                worths[play] = worth(self, (&results[play], &judged));
            }
            unjudged = rest;
        }
    }
}
