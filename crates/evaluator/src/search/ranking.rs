//! Evaluation and ranking of a roll's plays.

use super::Evaluator;
use crate::{
    cube::{CubeValues, Levels, NodeValue, Player},
    depth::Depth,
    filter::MoveFilter,
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
    pub worth: f32,
    /// Depth to which it was searched.
    pub depth: Depth,
}

/// Criterion by which plays are compared.
#[derive(Clone, Copy)]
pub(super) enum Aim {
    /// A's value with the cube as it is, and as it may still be turned.
    Present,
    /// A player's value if the cube stays on a level.
    Level(Player, u8),
}

impl Aim {
    const fn player(self) -> Player {
        match self {
            Self::Present => Player::A,
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
}

/// A candidate play in the move filter.
struct Judged {
    place: usize,
    depth: Depth,
    /// Value to the player who makes the play.
    worth: f32,
    verdict: NodeValue,
}

impl Evaluator {
    /// Returns the index of the best play among resulting positions, each seen by the opponent; the
    /// first of equal ones. `before` is the position before the roll. Beyond 1-ply, the filter
    /// selects the plays to search.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game, Plays, notation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let (start, dice) = (Game::Backgammon.start(), Dice::new(3, 1).unwrap());
    /// let mut plays = Plays::new(Game::Backgammon);
    /// let results = plays.generate(&start, dice);
    /// let best = evaluator.best(&start, results, Depth::ONE);
    /// let play = notation::write(Game::Backgammon, &start, dice, &results[best]);
    /// assert_eq!(play.as_deref(), Some("8/5 6/5"));
    /// ```
    ///
    /// # Panics
    /// Panics if `results` is empty.
    pub fn best(&mut self, before: &Position, results: &[Position], depth: Depth) -> usize {
        if results.len() == 1 {
            return 0;
        }
        let aim = if self.stakes.is_cubeful() { Aim::Present } else { Aim::Level(Player::A, 0) };
        match depth {
            Depth::ONE => self.foremost(before, results, aim),
            _ => self.deepest(before, results, depth, Aim::Present),
        }
    }

    /// Ranks all legal plays: those searched deepest first, then by value, equal ones in the order
    /// of their resulting positions. Without a legal play, the only entry is the passed turn.
    pub fn rank(&mut self, position: &Position, dice: Dice, depth: Depth) -> Vec<RankedPlay> {
        self.rank_with_at_least(1, position, dice, depth)
    }

    /// Ranks all legal plays like [`rank`](Self::rank), with at least
    /// [`Filter::ranked`](crate::Filter::ranked) of them searched to the full depth, so that
    /// readers can compare them.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let (start, dice) = (Game::Backgammon.start(), Dice::new(3, 1).unwrap());
    /// let searched = |ranked: &[sheshbesh_evaluator::RankedPlay]| {
    ///     ranked.iter().filter(|play| play.depth == Depth::TWO).count()
    /// };
    /// assert_eq!(searched(&evaluator.rank(&start, dice, Depth::TWO)), 1);
    /// assert_eq!(searched(&evaluator.rank_in_full(&start, dice, Depth::TWO)), 5);
    /// ```
    pub fn rank_in_full(
        &mut self,
        position: &Position,
        dice: Dice,
        depth: Depth,
    ) -> Vec<RankedPlay> {
        self.rank_with_at_least(self.settings.filter.ranked, position, dice, depth)
    }

    /// Ranks all legal plays, with at least `least` of them searched to the full depth.
    fn rank_with_at_least(
        &mut self,
        least: usize,
        position: &Position,
        dice: Dice,
        depth: Depth,
    ) -> Vec<RankedPlay> {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let judged = self.judge(position, results, depth, Aim::Present, least);
        let mut ranked: Vec<RankedPlay> = judged
            .into_iter()
            .map(|judged| self.ranked(results[judged.place], &judged.verdict, judged.depth))
            .collect();
        self.nodes.push(node);
        ranked.sort_by(|a, b| {
            let deeper = b.depth.cmp(&a.depth);
            deeper.then(b.worth.total_cmp(&a.worth)).then(a.position.cmp(&b.position))
        });
        ranked
    }

    /// Evaluates some results of a roll, each seen by the opponent, all to the same depth
    /// regardless of the filter. Keeps the order of `results`.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let (start, dice) = (Game::Backgammon.start(), Dice::new(4, 1).unwrap());
    /// let ranked = evaluator.rank(&start, dice, Depth::ONE);
    /// let (best, worst) = (ranked[0].position, ranked[ranked.len() - 1].position);
    /// let compared = evaluator.compare(&start, &[worst, best], Depth::TWO)?;
    /// assert!(compared[0].equity < compared[1].equity && compared[0].depth == Depth::TWO);
    /// # Ok::<(), sheshbesh_evaluator::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn compare(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
    ) -> Result<Vec<RankedPlay>, Stopped> {
        let verdicts = match depth {
            Depth::ONE => {
                let outcomes = self.evaluate_batch(&before.swapped(), results).to_vec();
                let leaves = results.iter().zip(outcomes).map(|(result, outcomes)| {
                    self.before_cube(self.leaf(result, outcomes, Player::B), Player::B)
                });
                leaves.collect()
            }
            _ => self.search_all(results, depth.plies(), Player::B, Levels::PRESENT)?,
        };
        let ranked = results.iter().zip(&verdicts);
        Ok(ranked.map(|(result, verdict)| self.ranked(*result, verdict, depth)).collect())
    }

    /// A play of A with its evaluation.
    fn ranked(&self, position: Position, verdict: &NodeValue, depth: Depth) -> RankedPlay {
        let worth = self.stakes.present(&verdict.values);
        RankedPlay {
            position,
            probabilities: Probabilities::from(verdict.outcomes.swapped()),
            equity: self.stakes.points(worth),
            worth,
            depth,
        }
    }

    /// Value of a position before the roll to its player, for each roll of [`Dice::ALL`], after the
    /// best reply by 1-ply, searched to `depth`.
    ///
    /// The mean of the values, weighted by the rolls' probabilities, is the position's value at one
    /// ply more. The difference between a roll's value and the mean is its luck.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Game::Backgammon.start();
    /// let rolls = evaluator.rolls(&start, Depth::ONE)?;
    /// let mean: f32 =
    ///     Dice::ALL.iter().zip(rolls).map(|(dice, worth)| dice.probability() as f32 * worth).sum();
    /// assert!((mean - evaluator.evaluate(&start, Depth::TWO).worth).abs() < 1e-5);
    /// assert!(rolls[Dice::new(6, 6).unwrap().index()] > mean);
    /// # Ok::<(), sheshbesh_evaluator::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn rolls(
        &mut self,
        position: &Position,
        depth: Depth,
    ) -> Result<[f32; Dice::ALL.len()], Stopped> {
        let levels = Levels::PRESENT;
        let mut node = self.idle_node();
        self.best_replies(position, Player::A, levels, self.replies_kept(), &mut node);
        let mut worths = [0.0; Dice::ALL.len()];
        for (worth, (reply, outcomes)) in worths.iter_mut().zip(&node.best) {
            let verdict = match depth {
                Depth::ONE => self.before_cube(self.leaf(reply, *outcomes, Player::B), Player::B),
                _ => self.within(reply, depth.plies(), Player::B, levels)?,
            };
            *worth = self.stakes.present(&verdict.values);
        }
        self.nodes.push(node);
        Ok(worths)
    }

    /// Returns the result of the best play of a roll for the player on roll, with the cube fixed on
    /// a level.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(crate) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        depth: Depth,
        on_roll: Player,
        level: u8,
    ) -> Result<Position, Stopped> {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let aim = Aim::Level(on_roll, level);
        let place = match depth {
            Depth::ONE => self.foremost(position, results, aim),
            _ => self.deepest(position, results, depth, aim),
        };
        let best = results[place];
        self.nodes.push(node);
        self.settings.stop.check()?;
        Ok(best)
    }

    /// Returns the index of the best of the most deeply searched plays; the first of equal ones.
    fn deepest(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
        aim: Aim,
    ) -> usize {
        let judged = self.judge(before, results, depth, aim, 1);
        let best = judged.iter().max_by(|a, b| {
            a.depth.cmp(&b.depth).then(a.worth.total_cmp(&b.worth)).then(b.place.cmp(&a.place))
        });
        best.expect("a roll has at least one result").place
    }

    /// Evaluates resulting positions, and those that the filter keeps, at least `least` of them,
    /// deeper and deeper. If stopped, all kept plays have the last depth that was completed for all
    /// of them.
    fn judge(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
        aim: Aim,
        least: usize,
    ) -> Vec<Judged> {
        let (player, levels) = (aim.player(), aim.levels());
        let outcomes = self.evaluate_batch(&before.swapped(), results).to_vec();
        let mut judged: Vec<Judged> = outcomes
            .into_iter()
            .enumerate()
            .map(|(place, outcomes)| {
                let verdict = self.at_one_ply(&results[place], outcomes, aim);
                Judged { place, depth: Depth::ONE, worth: self.worth_of(&verdict, aim), verdict }
            })
            .collect();
        let deeper = (2..=depth.plies()).filter_map(Depth::new);
        for (deeper, filter) in deeper.zip(self.settings.filter.plays) {
            judged.sort_by(|a, b| {
                b.depth.cmp(&a.depth).then(b.worth.total_cmp(&a.worth)).then(a.place.cmp(&b.place))
            });
            let kept = self.kept(&judged, filter, aim, least);
            let positions: Vec<Position> =
                judged[..kept].iter().map(|j| results[j.place]).collect();
            let Ok(verdicts) = self.search_all(&positions, deeper.plies(), !player, levels) else {
                break;
            };
            for (judged, verdict) in judged.iter_mut().zip(verdicts) {
                judged.worth = self.worth_of(&verdict, aim);
                (judged.verdict, judged.depth) = (verdict, deeper);
            }
        }
        judged
    }

    /// Evaluation at 1-ply of a resulting position, from its outcomes for the opponent.
    pub(super) fn at_one_ply(&self, result: &Position, outcomes: Outcomes, aim: Aim) -> NodeValue {
        let opponent = !aim.player();
        match aim {
            Aim::Present => self.before_cube(self.leaf(result, outcomes, opponent), opponent),
            // Only the outcomes are used.
            Aim::Level(..) => NodeValue { outcomes, values: CubeValues::ZERO },
        }
    }

    /// Value of a resulting position to the player who made the play.
    pub(super) fn worth_of(&self, verdict: &NodeValue, aim: Aim) -> f32 {
        match aim {
            Aim::Present => self.stakes.present(&verdict.values),
            Aim::Level(player, level) => {
                verdict.outcomes.worth(&self.worth_after_play(player, level))
            }
        }
    }

    /// Converts a play's value to points of the player who makes it; see
    /// [`Scale`](crate::cube::Scale).
    pub(super) fn points(&self, worth: f32, aim: Aim) -> f32 {
        let (player, scale) = (aim.player(), self.stakes.scale_on(aim.levels().first));
        player.points(scale.points(player.points(worth)))
    }

    /// Number of plays that go on, from the best: those that the filter keeps, and at least `least`
    /// of those at the deepest depth so far.
    fn kept(&self, judged: &[Judged], filter: MoveFilter, aim: Aim, least: usize) -> usize {
        let points = |j: &Judged| self.points(j.worth, aim);
        let deepest = judged[0].depth;
        let best = points(&judged[0]);
        let came_this_far = judged.iter().take_while(|judged| judged.depth == deepest).count();
        let within = judged[..came_this_far]
            .iter()
            .take(filter.max)
            .take_while(|judged| best - points(judged) <= filter.threshold);
        within.count().max(least.max(1).min(came_this_far))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, FilterName, Settings};
    use sheshbesh_movegen::Game;

    fn evaluator(filter: Filter) -> Evaluator {
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
            let mut evaluator = evaluator(name.filter());
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
                    let order = ranked.iter().map(|play| (play.depth, play.worth));
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
        let mut evaluator = evaluator(FilterName::Narrow.filter());
        for dice in Dice::ALL {
            let ranked = evaluator.rank_in_full(&start, dice, Depth::THREE);
            assert_eq!(ranked, evaluator.rank(&start, dice, Depth::THREE), "{dice}");
        }
    }
}
