//! Choice of the best reply to each roll at 1-ply.

use super::{Evaluator, Node};
use crate::cube::{Levels, NodeValue, Player};
use sheshbesh_movegen::{Position, generate_rolls};
use sheshbesh_network::{OUTCOMES, Outcomes};

impl Evaluator {
    /// Finds the replies of [`choose_replies`](Self::choose_replies) and their outcomes at 1-ply.
    /// All members of an ensemble evaluate the replies that the first member chooses.
    pub(super) fn best_replies(
        &mut self,
        position: &Position,
        on_roll: Player,
        levels: Levels,
        most_replies: usize,
        node: &mut Node,
    ) {
        self.choose_replies(position, on_roll, levels, most_replies, node);
        if !self.network.is_ensemble() {
            return;
        }
        let Node { best, results, outcomes, distinct, distinct_outcomes, .. } = node;
        results.clear();
        results.extend(best.iter().map(|(reply, _)| *reply));
        outcomes.clear();
        outcomes.extend(best.iter().map(|(_, outcomes)| *outcomes));
        distinct.find(results);
        distinct.gather(outcomes, distinct_outcomes);
        let base = position.swapped();
        self.judge_by_companions(&base, distinct.positions(), distinct_outcomes);
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
        position: &Position,
        on_roll: Player,
        levels: Levels,
        most_replies: usize,
        node: &mut Node,
    ) {
        node.results.clear();
        node.ends = generate_rolls(node.plays.game(), position, &mut node.results);
        let mut worths = std::mem::take(&mut node.worths);
        worths.clear();
        worths.extend(levels.iter().map(|level| self.worth_after_play(on_roll, level)));
        let base = position.swapped();
        node.distinct.find(&node.results);
        let solved = self.solved(position).is_some();
        if most_replies > 0
            && !solved
            && self.network.prune_scores(
                &mut self.scratch,
                &base,
                node.distinct.positions(),
                &worths,
                &mut node.distinct_scores,
            )
        {
            node.scores.clear();
            for scores in node.distinct_scores.chunks_exact(node.distinct.positions().len()) {
                node.distinct.spread(scores, &mut node.scores);
            }
            keep_foremost(&mut node.results, &mut node.ends, &node.scores, most_replies);
            node.distinct.find(&node.results);
        }
        self.judge_by_first(&base, node.distinct.positions(), &mut node.distinct_outcomes);
        node.outcomes.clear();
        node.distinct.spread(&node.distinct_outcomes, &mut node.outcomes);
        node.best.clear();
        for worth in &worths {
            let mut first = 0;
            for end in node.ends {
                let (results, outcomes) = (&node.results[first..end], &node.outcomes[first..end]);
                let place = match solved && self.counts_exact_equities() {
                    true => first + self.most_exact(results, outcomes, on_roll),
                    false => first + most(outcomes, worth),
                };
                node.best.push((node.results[place], node.outcomes[place]));
                first = end;
            }
        }
        node.worths = worths;
    }

    /// Returns the index of the best result of a player's roll by exact equities; the first of
    /// equal ones.
    fn most_exact(&self, results: &[Position], outcomes: &[Outcomes], on_roll: Player) -> usize {
        highest(results.iter().zip(outcomes).map(|(result, outcomes)| {
            let verdict = self.before_cube(self.leaf(result, *outcomes, !on_roll), !on_roll);
            on_roll.points(self.stakes.present(&verdict.values))
        }))
    }

    /// Returns the index of the best play at 1-ply among the results of a roll, each seen by the
    /// opponent, and its outcomes from that view; the first of equal ones. The large network
    /// evaluates only the plays that the filter's number of replies leaves; see
    /// [`crate::Filter::replies`].
    ///
    /// # Panics
    /// Panics if `results` is empty.
    pub fn best_reply(&mut self, before: &Position, results: &[Position]) -> (usize, Outcomes) {
        let worth = self.worth_after_play(Player::A, Levels::PRESENT.first);
        let (base, most_replies) = (before.swapped(), self.replies_kept());
        let mut node = self.idle_node();
        let Node { results: kept, outcomes, scores, .. } = &mut node;
        kept.clear();
        kept.extend_from_slice(results);
        if (1..results.len()).contains(&most_replies)
            && self.solved(before).is_none()
            && self.network.prune_scores(&mut self.scratch, &base, results, &[worth], scores)
        {
            keep_foremost(kept, &mut [results.len()], scores, most_replies);
        }
        self.judge_all(&base, kept, outcomes);
        let best = most(outcomes, &worth);
        let place = results.iter().position(|result| *result == kept[best]);
        let best = (place.expect("the best reply is one of the results"), outcomes[best]);
        self.nodes.push(node);
        best
    }

    /// Finds the evaluations from which a rollout computes a roll's luck: for each of the 21 rolls,
    /// the 1-ply evaluation after the best reply on a cube level.
    ///
    /// Luck has mean zero for any choice of replies, so a few suffice with any filter, and the
    /// first member of an ensemble evaluates them alone.
    pub(crate) fn verdicts_on_replies(
        &mut self,
        position: &Position,
        on_roll: Player,
        level: u8,
        replies: &mut Vec<NodeValue>,
    ) {
        let mut node = self.idle_node();
        self.choose_replies(position, on_roll, Levels::only(level), LUCK_REPLIES, &mut node);
        replies.clear();
        for (reply, outcomes) in &node.best {
            let leaf = self.leaf(reply, *outcomes, !on_roll);
            replies.push(self.before_cube(leaf, !on_roll));
        }
        self.nodes.push(node);
    }
}

/// Returns the index of the outcomes of the highest value; the first of equal ones.
pub(super) fn most(outcomes: &[Outcomes], worth: &[f32; OUTCOMES]) -> usize {
    highest(outcomes.iter().map(|outcomes| outcomes.worth(worth)))
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

/// Keeps, of each roll's results, those with infinite scores and those among the `most` highest
/// finite scores of any kind, in their order. `scores` has the scores of one kind for all results,
/// then those of the next kind.
fn keep_foremost(results: &mut Vec<Position>, ends: &mut [usize], scores: &[f32], most: usize) {
    let count = results.len();
    let kinds = scores.len() / count.max(1);
    let mut limits = vec![f32::NEG_INFINITY; kinds];
    let (mut first, mut kept) = (0, 0);
    for end in ends {
        for (limit, scores) in limits.iter_mut().zip(scores.chunks_exact(count)) {
            *limit = lowest_of_foremost(&scores[first..*end], most);
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

/// Returns the lowest of the `most` highest finite scores; negative infinity if there are no more
/// than `most` scores.
fn lowest_of_foremost(scores: &[f32], most: usize) -> f32 {
    if scores.len() <= most {
        return f32::NEG_INFINITY;
    }
    let mut highest = [f32::NEG_INFINITY; MOST_REPLIES];
    let highest = &mut highest[..most.min(MOST_REPLIES)];
    // Results with infinite scores are kept anyway and must not displace others.
    for mut score in scores.iter().copied().filter(|score| score.is_finite()) {
        for place in &mut *highest {
            if score > *place {
                std::mem::swap(place, &mut score);
            }
        }
    }
    highest[highest.len() - 1]
}

/// Number of replies to each roll by which a rollout measures luck. Three and four are equally good
/// for the time that they take; fewer and more are worse.
const LUCK_REPLIES: usize = 3;

/// Maximum number of replies that a filter can keep, except for 0, which keeps all.
const MOST_REPLIES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depth, Filter, Settings};
    use sheshbesh_movegen::{Checkers, Dice, Game, Plays};

    #[test]
    fn replies_that_are_looked_at_anyway_crowd_out_no_others() {
        let place = |n: u8| {
            Position::from_sides_unchecked(
                Checkers::from_points(&[(n, 15)]),
                Checkers::from_points(&[(1, 15)]),
            )
        };
        let anyway = f32::INFINITY;
        // The first roll has five replies, the second one, the others none.
        let mut results: Vec<Position> = (1..=6).map(place).collect();
        let mut ends = [6; Dice::ALL.len()];
        ends[0] = 5;
        let scores = [anyway, 0.1, anyway, 0.3, 0.2, -1.0];
        keep_foremost(&mut results, &mut ends, &scores, 2);
        assert_eq!(results, [1, 3, 4, 5, 6].map(place));
        assert_eq!((ends[0], ends[1]), (4, 5));
        assert!(ends[1..].iter().all(|&end| end == 5));
        // Replies with a high score on any cube level are kept.
        let mut results: Vec<Position> = (1..=4).map(place).collect();
        let mut ends = [4; Dice::ALL.len()];
        let scores = [[0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]].concat();
        keep_foremost(&mut results, &mut ends, &scores, 1);
        assert_eq!(results, [1, 4].map(place));
        // Replies with NaN scores are kept, too.
        keep_foremost(&mut results, &mut ends, &[f32::NAN; 2], 1);
        assert_eq!(results, [1, 4].map(place));
    }

    #[test]
    fn the_best_reply_is_the_best_of_those_that_are_judged() {
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
            let (place, judged) = few.best_reply(&position, results);
            assert_eq!(judged, outcomes[place]);
            missed += usize::from(place != best);
            position = results[best];
            if Game::Backgammon.end(&position, None).is_some() {
                position = Game::Backgammon.start();
            }
        }
        assert!((10..150).contains(&missed), "{missed} of 300");
    }

    #[test]
    fn what_pruning_loses_at_a_roll_is_told_by_the_reply() {
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
