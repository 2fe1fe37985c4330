//! Choice of the best reply to each roll at 1-ply.

use super::{distinct::Distinct, static_evaluator::StaticEvaluator};
use crate::cube::{Levels, RootSide};
use sheshbesh_movegen::{Game, Plays, Position, generate_rolls};
use sheshbesh_network::{OUTCOMES, Outcomes};

/// Best replies to all rolls, and the workspace of finding them.
pub(super) struct Replies {
    pub(super) plays: Plays,
    /// Results of all rolls that are still candidates.
    results: Vec<Position>,
    /// End index of each roll's results.
    ends: Vec<usize>,
    outcomes: Vec<Outcomes>,
    /// The distinct results of all rolls, with the networks' scores and outcomes.
    distinct: Distinct,
    distinct_scores: Vec<f32>,
    distinct_outcomes: Vec<Outcomes>,
    /// Values of the outcomes on each requested cube level.
    values: Vec<[f32; OUTCOMES]>,
    scores: Vec<f32>,
    /// Best reply to each roll, for each cube level.
    best: Vec<(Position, Outcomes)>,
}

impl Replies {
    /// Creates a workspace for the plays of a game.
    pub(super) fn new(game: Game) -> Self {
        Self {
            plays: Plays::new(game),
            results: Vec::new(),
            ends: Vec::new(),
            outcomes: Vec::new(),
            distinct: Distinct::default(),
            distinct_scores: Vec::new(),
            distinct_outcomes: Vec::new(),
            values: Vec::new(),
            scores: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Best replies to all rolls on the first cube level, and then on the others, each with its
    /// outcomes.
    pub(super) fn best(&self) -> &[(Position, Outcomes)] {
        &self.best
    }

    /// Best replies to a roll, each with the consecutive levels on which it is the best.
    pub(super) fn of_roll(
        &self,
        roll: usize,
        levels: Levels,
    ) -> impl Iterator<Item = (Levels, (Position, Outcomes))> {
        let mut next = Some(levels.first);
        std::iter::from_fn(move || {
            let first = next?;
            let at =
                |level: u8| self.best[usize::from(level - levels.first) * self.ends.len() + roll];
            let best = at(first);
            let last = (first..levels.last).find(|&level| at(level + 1).0 != best.0);
            next = last.map(|level| level + 1);
            Some((Levels { first, last: last.unwrap_or(levels.last) }, best))
        })
    }

    /// Finds the replies of [`choose_replies`](Self::choose_replies) and their outcomes at 1-ply.
    /// All members of an ensemble evaluate the replies that the first member chooses.
    pub(super) fn best_replies(
        &mut self,
        evaluator: &mut StaticEvaluator,
        position: &Position,
        on_roll: RootSide,
        levels: Levels,
        most_replies: usize,
    ) {
        self.choose_replies(evaluator, position, on_roll, levels, most_replies);
        if !evaluator.is_ensemble() {
            return;
        }
        let Self { best, results, outcomes, distinct, distinct_outcomes, .. } = self;
        results.clear();
        results.extend(best.iter().map(|(reply, _)| *reply));
        outcomes.clear();
        outcomes.extend(best.iter().map(|(_, outcomes)| *outcomes));
        distinct.find(results);
        distinct.gather(outcomes, distinct_outcomes);
        let base = position.swapped();
        evaluator.add_companions(&base, distinct.positions(), distinct_outcomes);
        outcomes.clear();
        distinct.spread(distinct_outcomes, outcomes);
        for ((_, best), outcomes) in best.iter_mut().zip(outcomes) {
            *best = *outcomes;
        }
    }

    /// Finds, for each cube level and each roll, the best resulting position by 1-ply, with its
    /// outcomes by the first member of an ensemble.
    ///
    /// The large network evaluates the `most_replies` of each roll with the best scores of the
    /// small network on any of the levels; 0 for all.
    pub(super) fn choose_replies(
        &mut self,
        evaluator: &mut StaticEvaluator,
        position: &Position,
        on_roll: RootSide,
        levels: Levels,
        most_replies: usize,
    ) {
        let Self { results, ends, outcomes, distinct, values, scores, best, .. } = self;
        let (distinct_scores, distinct_outcomes) =
            (&mut self.distinct_scores, &mut self.distinct_outcomes);
        results.clear();
        generate_rolls(self.plays.game(), position, results, ends);
        values.clear();
        values.extend(levels.iter().map(|level| evaluator.values_after_play(on_roll, level)));
        let base = position.swapped();
        distinct.find(results);
        let has_table = evaluator.tablebase().has_game_of(position);
        if most_replies > 0
            && !has_table
            && evaluator.prune_scores(&base, distinct.positions(), values, distinct_scores)
        {
            scores.clear();
            for of_level in distinct_scores.chunks_exact(distinct.positions().len()) {
                distinct.spread(of_level, scores);
            }
            retain_top_k(results, ends, scores, most_replies);
            distinct.find(results);
        }
        evaluator.evaluate_by_first(&base, distinct.positions(), distinct_outcomes);
        outcomes.clear();
        distinct.spread(distinct_outcomes, outcomes);
        best.clear();
        let is_exact = has_table && evaluator.tablebase().counts_equities();
        for level_values in values.iter() {
            let mut first = 0;
            for &end in &*ends {
                let of_roll = (&results[first..end], &outcomes[first..end]);
                let index = first
                    + if is_exact {
                        argmax_exact(evaluator, of_roll, on_roll)
                    } else {
                        argmax(of_roll.1, level_values)
                    };
                best.push((results[index], outcomes[index]));
                first = end;
            }
        }
        if evaluator.has_stages() {
            for (reply, outcomes) in best {
                *outcomes = evaluator.settled(reply, *outcomes);
            }
        }
    }

    /// Returns the index of the best play at 1-ply among the results of a roll, each seen by the
    /// opponent, and its outcomes from that view; the first of equal ones. The large network
    /// evaluates only the `most_replies` with the best scores of the small network; 0 for all.
    ///
    /// # Panics
    /// Panics if `candidates` is empty.
    pub(super) fn best_reply(
        &mut self,
        evaluator: &mut StaticEvaluator,
        before: &Position,
        candidates: &[Position],
        most_replies: usize,
    ) -> (usize, Outcomes) {
        let values = evaluator.values_after_play(RootSide::A, Levels::PRESENT.first);
        let base = before.swapped();
        let Self { results, outcomes, scores, .. } = self;
        results.clear();
        results.extend_from_slice(candidates);
        if (1..candidates.len()).contains(&most_replies)
            && !evaluator.tablebase().has_game_of(before)
            && evaluator.prune_scores(&base, candidates, &[values], scores)
        {
            retain_top_k(results, &mut [candidates.len()], scores, most_replies);
        }
        evaluator.evaluate_into(&base, results, outcomes);
        let value = |_: &StaticEvaluator, _: &Position, of: Outcomes| of.value(&values);
        let best = evaluator
            .best_settled(results, outcomes, value)
            .unwrap_or_else(|| argmax(outcomes, &values));
        let index = candidates.iter().position(|candidate| *candidate == results[best]);
        (index.expect("the best reply is one of the candidates"), outcomes[best])
    }
}

/// Returns the index of the best result of a player's roll by exact equities; the first of equal
/// ones.
fn argmax_exact(
    evaluator: &StaticEvaluator,
    (results, outcomes): (&[Position], &[Outcomes]),
    on_roll: RootSide,
) -> usize {
    highest(results.iter().zip(outcomes).map(|(result, outcomes)| {
        let value = evaluator.leaf_value_with_double(result, *outcomes, !on_roll);
        on_roll.points(evaluator.present(&value))
    }))
}

/// Returns the index of the outcomes of the highest value; the first of equal ones.
pub(super) fn argmax(outcomes: &[Outcomes], values: &[f32; OUTCOMES]) -> usize {
    highest(outcomes.iter().map(|outcomes| outcomes.value(values)))
}

/// Returns the index of the highest number; the first of equal ones.
pub(super) fn highest(numbers: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, number) in numbers.enumerate() {
        if number > best.1 {
            best = (index, number);
        }
    }
    best.0
}

/// Keeps, of each roll's results, those with infinite scores and those among the `k` highest
/// finite scores of any kind, in their order. `scores` has the scores of one kind for all results,
/// then those of the next kind.
fn retain_top_k(results: &mut Vec<Position>, ends: &mut [usize], scores: &[f32], k: usize) {
    let count = results.len();
    let kinds = scores.len() / count.max(1);
    let mut limits = vec![f32::NEG_INFINITY; kinds];
    let (mut first, mut kept) = (0, 0);
    for end in ends {
        for (limit, scores) in limits.iter_mut().zip(scores.chunks_exact(count)) {
            *limit = kth_largest(&scores[first..*end], k);
        }
        for i in first..*end {
            // NaN scores do not exclude a play.
            let below = |(kind, limit): (usize, &f32)| scores[kind * count + i] < *limit;
            if !limits.iter().enumerate().all(below) {
                results[kept] = results[i];
                kept += 1;
            }
        }
        first = *end;
        *end = kept;
    }
    results.truncate(kept);
}

/// Returns the `k`-th largest of the finite scores; negative infinity if there are no more than `k`
/// scores.
fn kth_largest(scores: &[f32], k: usize) -> f32 {
    if scores.len() <= k {
        return f32::NEG_INFINITY;
    }
    let mut largest = [f32::NEG_INFINITY; MOST_REPLIES];
    let largest = &mut largest[..k.min(MOST_REPLIES)];
    // Results with infinite scores are kept anyway and must not displace others.
    for mut score in scores.iter().copied().filter(|score| score.is_finite()) {
        for other in &mut *largest {
            if score > *other {
                std::mem::swap(other, &mut score);
            }
        }
    }
    largest[largest.len() - 1]
}

/// Maximum number of replies that a filter can keep, except for 0, which keeps all.
const MOST_REPLIES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depth, Evaluator, Filter, Settings};
    use sheshbesh_movegen::{Checkers, Dice};

    #[test]
    fn infinite_scores_displace_no_others() {
        let position = |n: u8| {
            Position::from_sides_unchecked(
                Checkers::from_points(&[(n, 15)]),
                Checkers::from_points(&[(1, 15)]),
            )
        };
        let anyway = f32::INFINITY;
        // The first roll has five replies, the second one, the others none.
        let mut results: Vec<Position> = (1..=6).map(position).collect();
        let mut ends = [6; Dice::ALL.len()];
        ends[0] = 5;
        let scores = [anyway, 0.1, anyway, 0.3, 0.2, -1.0];
        retain_top_k(&mut results, &mut ends, &scores, 2);
        assert_eq!(results, [1, 3, 4, 5, 6].map(position));
        assert_eq!((ends[0], ends[1]), (4, 5));
        assert!(ends[1..].iter().all(|&end| end == 5));
        // Replies with a high score on any cube level are kept.
        let mut results: Vec<Position> = (1..=4).map(position).collect();
        let mut ends = [4; Dice::ALL.len()];
        let scores = [[0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]].concat();
        retain_top_k(&mut results, &mut ends, &scores, 1);
        assert_eq!(results, [1, 4].map(position));
        // Replies with NaN scores are kept, too.
        retain_top_k(&mut results, &mut ends, &[f32::NAN; 2], 1);
        assert_eq!(results, [1, 4].map(position));
    }

    #[test]
    fn the_best_reply_is_the_best_of_the_evaluated_ones() {
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        let with = |replies| {
            let filter = Filter { replies, ..Filter::default() };
            evaluator.with_settings(Settings { filter, ..Settings::default() })
        };
        let [mut all, mut few] = [0, 1].map(with);
        let mut plays = Plays::new(Game::Backgammon);
        let (mut missed, mut position) = (0, Game::Backgammon.start());
        for turn in 0..300 {
            let results = plays.generate_or_pass(&position, Dice::ALL[turn % Dice::ALL.len()]);
            let outcomes = evaluator.evaluate_batch(&position.swapped(), results).to_vec();
            let best = Outcomes::lowest(&outcomes);
            assert_eq!(all.best_reply(&position, results), (best, outcomes[best]));
            let (index, reply) = few.best_reply(&position, results);
            assert_eq!(reply, outcomes[index]);
            missed += usize::from(index != best);
            position = results[best];
            if Game::Backgammon.end(&position, None).is_some() {
                position = Game::Backgammon.start();
            }
        }
        assert!((10..150).contains(&missed), "{missed} of 300");
    }

    #[test]
    fn the_loss_by_pruning_follows_from_the_replies() {
        let settings = |replies| {
            let filter = Filter { replies, ..Filter::default() };
            Settings { filter, ..Settings::default() }
        };
        let mut whole = Evaluator::new(sheshbesh_weights::shipped(), settings(0));
        let mut pruned = whole.with_settings(settings(1));
        let mut plays = Plays::new(Game::Backgammon);
        let (mut lost, mut position) = (0.0, Game::Backgammon.start());
        for turn in 0..40 {
            let mean = pruned.evaluate(&position, Depth::TWO).outcomes.equity();
            let (mut again, mut corrected) = (0.0, mean);
            let kept = pruned.replies(&position);
            let all = whole.replies(&position);
            for (dice, (kept, best)) in Dice::ALL.into_iter().zip(kept.iter().zip(all)) {
                let weight = dice.probability() as f32;
                again += weight * kept.equity();
                let loss = best.equity() - kept.equity();
                assert!(loss > -1e-5, "{loss}");
                lost += loss;
                corrected += weight * loss;
            }
            assert!((again - mean).abs() < 1e-5);
            let want = whole.evaluate(&position, Depth::TWO).outcomes.equity();
            assert!((corrected - want).abs() < 1e-4, "{corrected}, not {want}");
            let results = plays.generate_or_pass(&position, Dice::ALL[turn % Dice::ALL.len()]);
            let next = results[whole.best(&position, results, Depth::ONE)];
            position = if Game::Backgammon.end(&next, None).is_some() {
                Game::Backgammon.start()
            } else {
                next
            };
        }
        assert!(lost > 0.1, "nothing was pruned: {lost}");
    }
}
