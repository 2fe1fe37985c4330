//! Ranking of a roll's plays.

use super::{
    filter::MoveFilter,
    recursion::Search,
    replies::{argmax, highest},
    static_evaluator::StaticEvaluator,
};
use crate::{
    cube::{CubeValues, Levels, NodeValue, RootSide},
    depth::Depth,
    level::{EvaluationLevel, TruncatedRollout},
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_network::{Outcomes, Probabilities};

/// A legal play with its evaluation, from the view of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// Resulting position, seen by the opponent.
    pub position: Position,
    /// Cubeless probabilities.
    pub probabilities: Probabilities,
    /// Points per game at the present cube, cubeless or cubeful according to the stakes. In a
    /// match, on the scale of [`CubeModel::points`](crate::cube::CubeModel::points).
    pub equity: f32,
    /// Value by the stakes: points per game, or the match winning chance.
    pub value: f32,
    /// Depth to which it was searched; with a rollout, depth of the search before it.
    pub depth: Depth,
    /// The truncated rollout that evaluated it, if one did.
    pub rollout: Option<TruncatedRollout>,
}

impl RankedPlay {
    /// Level of its evaluation. Only plays of the same level can be compared.
    pub fn level(&self) -> EvaluationLevel {
        match self.rollout {
            Some(rollout) => rollout.level.into(),
            None => self.depth.into(),
        }
    }
}

/// Criterion by which plays are compared.
#[derive(Clone, Copy)]
pub(crate) enum Aim {
    /// A's value with the cube as it is, and as it may still be turned.
    Present,
    /// A player's value if the cube stays on a level.
    Level(RootSide, u8),
}

impl Aim {
    const fn player(self) -> RootSide {
        match self {
            Self::Present => RootSide::A,
            Self::Level(player, _) => player,
        }
    }

    /// Cube levels whose values are compared.
    const fn levels(self) -> Levels {
        match self {
            Self::Present => Levels::PRESENT,
            Self::Level(_, level) => Levels::only(level),
        }
    }

    /// Evaluation at 1-ply of a resulting position, from its outcomes for the opponent.
    fn value_at_1ply(
        self,
        evaluator: &StaticEvaluator,
        result: &Position,
        outcomes: Outcomes,
    ) -> NodeValue {
        match self {
            Self::Present => evaluator.leaf_value_with_double(result, outcomes, RootSide::B),
            // Only the outcomes are used.
            Self::Level(..) => NodeValue { outcomes, values: CubeValues::ZERO },
        }
    }

    /// Value of a resulting position to the player who made the play.
    fn value(self, evaluator: &StaticEvaluator, node: &NodeValue) -> f32 {
        match self {
            Self::Present => evaluator.present(node),
            Self::Level(player, level) => {
                node.outcomes.value(&evaluator.values_after_play(player, level))
            }
        }
    }
}

/// A candidate play in the move filter.
struct Candidate {
    /// Index among the results of the roll.
    index: usize,
    depth: Depth,
    /// Value to the player who makes the play.
    value: f32,
    node: NodeValue,
}

/// Largest difference from the best play, in points, at which all members of an ensemble evaluate a
/// play: docs/notebook, experiment 67.
pub(super) const NEAR: f32 = 0.04;

/// Evaluates the plays of a roll at the root of a search, the promising ones more deeply.
pub(crate) struct Ranker<'a> {
    search: &'a mut Search,
    aim: Aim,
    /// Minimum number of plays that are searched to the full depth.
    least: usize,
}

impl<'a> Ranker<'a> {
    /// Creates a ranker that compares plays by a criterion.
    pub(crate) const fn new(search: &'a mut Search, aim: Aim) -> Self {
        Self { search, aim, least: 1 }
    }

    /// Searches at least `least` plays to the full depth, even where the filter would drop them.
    #[must_use]
    pub(crate) const fn at_least(self, least: usize) -> Self {
        Self { least, ..self }
    }

    /// Returns the index of the best play among resulting positions, each seen by the opponent; the
    /// first of equal ones. `before` is the position before the roll.
    ///
    /// # Panics
    /// Panics if `results` is empty.
    pub(crate) fn best(&mut self, before: &Position, results: &[Position], depth: Depth) -> usize {
        match depth {
            Depth::ONE => self.best_at_1ply(before, results),
            _ => self.best_of_deepest(before, results, depth),
        }
    }

    /// Returns the result of the best play of a roll.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(crate) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        depth: Depth,
    ) -> Result<Position, Stopped> {
        let mut replies = self.search.take_replies();
        let results = replies.plays.generate_or_pass(position, dice);
        let best = results[self.best(position, results, depth)];
        self.search.put_back(replies);
        self.search.settings().stop.check()?;
        Ok(best)
    }

    /// Ranks all legal plays: those searched deepest first, then by value, equal ones in the order
    /// of their resulting positions. Without a legal play, the only entry is the passed turn.
    pub(crate) fn rank(
        &mut self,
        position: &Position,
        dice: Dice,
        depth: Depth,
    ) -> Vec<RankedPlay> {
        let mut replies = self.search.take_replies();
        let results = replies.plays.generate_or_pass(position, dice);
        let ranked = self.rank_results(position, results, depth);
        self.search.put_back(replies);
        ranked
    }

    /// Ranks resulting positions like [`rank`](Self::rank), each seen by the opponent. `before` is
    /// the position before the roll.
    pub(crate) fn rank_results(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
    ) -> Vec<RankedPlay> {
        let candidates = self.evaluate(before, results, depth);
        let mut ranked: Vec<RankedPlay> = candidates
            .into_iter()
            .map(|play| self.ranked_play(results[play.index], &play.node, play.depth))
            .collect();
        ranked.sort_by(|a, b| {
            let deeper = b.depth.cmp(&a.depth);
            deeper.then(b.value.total_cmp(&a.value)).then(a.position.cmp(&b.position))
        });
        ranked
    }

    /// Evaluates some results of a roll, each seen by the opponent, all to the same depth
    /// regardless of the filter. Keeps the order of `results`.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(crate) fn compare(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
    ) -> Result<Vec<RankedPlay>, Stopped> {
        let (opponent, levels) = (!self.aim.player(), self.aim.levels());
        let values = match depth {
            Depth::ONE => {
                let outcomes = self.outcomes(before, results);
                let plays = results.iter().zip(outcomes);
                plays.map(|(result, outcomes)| self.value_at_1ply(result, outcomes)).collect()
            }
            _ => self.search.search_all(results, depth.plies(), opponent, levels)?,
        };
        let plays = results.iter().zip(&values);
        Ok(plays.map(|(result, value)| self.ranked_play(*result, value, depth)).collect())
    }

    /// A play of A with its evaluation.
    fn ranked_play(&self, position: Position, node: &NodeValue, depth: Depth) -> RankedPlay {
        let value = self.search.static_evaluator.present(node);
        RankedPlay {
            position,
            probabilities: Probabilities::from(node.outcomes.swapped()),
            equity: self.search.stakes().points(value),
            value,
            depth,
            rollout: None,
        }
    }

    /// Outcomes at 1-ply of the results of a roll, for the opponent.
    fn outcomes(&mut self, before: &Position, results: &[Position]) -> Vec<Outcomes> {
        let evaluator = &mut self.search.static_evaluator;
        let mut outcomes = evaluator.evaluate_batch(&before.swapped(), results).to_vec();
        evaluator.settle_all(results, &mut outcomes);
        outcomes
    }

    /// Returns the index of the best play at 1-ply among the results of a roll; the first of equal
    /// ones.
    ///
    /// The first member of an ensemble evaluates all plays. All members then evaluate the plays
    /// near the best, until they have evaluated the best play and all plays near it. Evaluating the
    /// other plays by all members would take most of the time, and they are hardly ever best.
    fn best_at_1ply(&mut self, before: &Position, results: &[Position]) -> usize {
        let base = before.swapped();
        let evaluator = &mut self.search.static_evaluator;
        let mut outcomes = evaluator.take_outcomes();
        evaluator.evaluate_by_first(&base, results, &mut outcomes);
        let aim = self.aim;
        let value = |evaluator: &StaticEvaluator, result: &Position, outcomes| {
            aim.value(evaluator, &aim.value_at_1ply(evaluator, result, outcomes))
        };
        let best = match (evaluator.best_settled(results, &mut outcomes, value), aim) {
            (Some(best), _) => best,
            (None, Aim::Level(player, level)) if !evaluator.is_ensemble() => {
                argmax(&outcomes, &evaluator.values_after_play(player, level))
            }
            _ => self.best_by_all(&base, results, &mut outcomes),
        };
        self.search.static_evaluator.put_back_outcomes(outcomes);
        best
    }

    /// Same as [`best_at_1ply`](Self::best_at_1ply), from the outcomes of the first or only member.
    fn best_by_all(
        &mut self,
        base: &Position,
        results: &[Position],
        outcomes: &mut [Outcomes],
    ) -> usize {
        let value_of = |this: &Self, (result, outcomes): (&Position, &Outcomes)| {
            this.value(&this.value_at_1ply(result, *outcomes))
        };
        let mut values: Vec<f32> =
            results.iter().zip(&*outcomes).map(|play| value_of(self, play)).collect();
        let is_ensemble = self.search.static_evaluator.is_ensemble();
        // Plays that only the first member has evaluated.
        let mut others: Vec<usize> = (0..if is_ensemble { results.len() } else { 0 }).collect();
        loop {
            let best = highest(values.iter().copied());
            let least = self.points(values[best]) - NEAR;
            let (near, rest): (Vec<usize>, Vec<usize>) =
                others.into_iter().partition(|&play| self.points(values[play]) >= least);
            if near.is_empty() {
                return best;
            }
            let positions: Vec<Position> = near.iter().map(|&play| results[play]).collect();
            let mut of_near: Vec<Outcomes> = near.iter().map(|&play| outcomes[play]).collect();
            self.search.static_evaluator.add_companions(base, &positions, &mut of_near);
            for (play, of_play) in near.into_iter().zip(of_near) {
                outcomes[play] = of_play;
                values[play] = value_of(self, (&results[play], &of_play));
            }
            others = rest;
        }
    }

    /// Returns the index of the best of the most deeply searched plays; the first of equal ones.
    fn best_of_deepest(&mut self, before: &Position, results: &[Position], depth: Depth) -> usize {
        let candidates = self.evaluate(before, results, depth);
        let best = candidates.iter().max_by(|a, b| {
            a.depth.cmp(&b.depth).then(a.value.total_cmp(&b.value)).then(b.index.cmp(&a.index))
        });
        best.expect("a roll has at least one result").index
    }

    /// Evaluates resulting positions, and those that the filter keeps deeper and deeper. If
    /// stopped, all kept plays have the last depth that was completed for all of them.
    fn evaluate(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
    ) -> Vec<Candidate> {
        let (player, levels) = (self.aim.player(), self.aim.levels());
        let mut candidates: Vec<Candidate> = self
            .outcomes(before, results)
            .into_iter()
            .enumerate()
            .map(|(index, outcomes)| {
                let node = self.value_at_1ply(&results[index], outcomes);
                Candidate { index, depth: Depth::ONE, value: self.value(&node), node }
            })
            .collect();
        let deeper = (2..=depth.plies()).filter_map(Depth::new);
        for (deeper, filter) in deeper.zip(self.search.settings().filter.plays) {
            candidates.sort_by(|a, b| {
                b.depth.cmp(&a.depth).then(b.value.total_cmp(&a.value)).then(a.index.cmp(&b.index))
            });
            let count = self.count_kept(&candidates, filter);
            let positions: Vec<Position> =
                candidates[..count].iter().map(|play| results[play.index]).collect();
            let Ok(nodes) = self.search.search_all(&positions, deeper.plies(), !player, levels)
            else {
                break;
            };
            for (candidate, node) in candidates.iter_mut().zip(nodes) {
                candidate.value = self.value(&node);
                (candidate.node, candidate.depth) = (node, deeper);
            }
        }
        candidates
    }

    fn value_at_1ply(&self, result: &Position, outcomes: Outcomes) -> NodeValue {
        self.aim.value_at_1ply(&self.search.static_evaluator, result, outcomes)
    }

    fn value(&self, node: &NodeValue) -> f32 {
        self.aim.value(&self.search.static_evaluator, node)
    }

    /// Converts a play's value to points of the player who makes it; see
    /// [`Scale`](crate::cube::Scale).
    fn points(&self, value: f32) -> f32 {
        let (player, level) = (self.aim.player(), self.aim.levels().first);
        player.points(self.search.stakes().scale_on(level).points(player.points(value)))
    }

    /// Number of plays that go on, from the best: those that the filter keeps, and at least `least`
    /// of those at the deepest depth so far.
    fn count_kept(&self, candidates: &[Candidate], filter: MoveFilter) -> usize {
        let points = |play: &Candidate| self.points(play.value);
        let deepest = candidates[0].depth;
        let best = points(&candidates[0]);
        let at_deepest = candidates.iter().take_while(|play| play.depth == deepest).count();
        let kept = candidates[..at_deepest]
            .iter()
            .take(filter.max)
            .take_while(|play| best - points(play) <= filter.threshold);
        kept.count().max(self.least.max(1).min(at_deepest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Filter, FilterName, Settings};
    use sheshbesh_movegen::Game;

    fn with_filter(filter: Filter) -> Evaluator {
        Evaluator::new(sheshbesh_weights::shipped(), Settings { filter, ..Settings::default() })
    }

    fn searched(ranked: &[RankedPlay], depth: Depth) -> usize {
        ranked.iter().filter(|play| play.depth == depth).count()
    }

    #[test]
    fn a_ranking_in_full_searches_five_plays_of_every_roll_to_the_full_depth() {
        let start = Game::Backgammon.start();
        // Bear-ins: rolls with one play, with a few and with many.
        let race = Position::from_gnu_id("u9twAADbbTwAAA", Game::Backgammon).expect("it is an ID");
        for name in [FilterName::Normal, FilterName::Wide, FilterName::None] {
            let mut evaluator = with_filter(name.filter());
            for (position, depth) in
                [(start, Depth::TWO), (race, Depth::TWO), (start, Depth::THREE)]
            {
                let rolls = if name == FilterName::None { &Dice::ALL[..4] } else { &Dice::ALL[..] };
                for &dice in rolls {
                    if name == FilterName::None && depth == Depth::THREE {
                        continue;
                    }
                    let ranked = evaluator.rank_in_full(&position, dice, depth);
                    let full = searched(&ranked, depth);
                    assert!(full >= ranked.len().min(5), "{name:?} {dice} at {depth}: {full}");
                    let order = ranked.iter().map(|play| (play.depth, play.value));
                    assert!(order.is_sorted_by(|a, b| a >= b), "{name:?} {dice} at {depth}");
                    // Evaluations equal those of each play alone, and include all plays that the
                    // filter keeps.
                    let results: Vec<Position> =
                        ranked[..full].iter().map(|play| play.position).collect();
                    let alone = evaluator.compare(&position, &results, depth);
                    assert_eq!(alone.expect("the search is not stopped"), ranked[..full]);
                    let filtered = evaluator.rank(&position, dice, depth);
                    for play in filtered.iter().filter(|play| play.depth == depth) {
                        assert!(ranked[..full].contains(play), "{name:?} {dice} at {depth}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_narrow_filter_ranks_no_more_plays_than_it_keeps() {
        let start = Game::Backgammon.start();
        let mut evaluator = with_filter(FilterName::Narrow.filter());
        for dice in Dice::ALL {
            let ranked = evaluator.rank_in_full(&start, dice, Depth::THREE);
            assert_eq!(ranked, evaluator.rank(&start, dice, Depth::THREE), "{dice}");
        }
    }
}
