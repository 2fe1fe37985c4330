//! Search: the mean over all rolls, each after its best reply.

use super::{Evaluator, Node};
use crate::{
    cache::{self, Kept, MOST_VALUES},
    cube::{CubeModel, CubeValues, Levels, NodeValue, Phase, Player},
    stop::Stopped,
    work,
};
use sheshbesh_movegen::{Class, Dice, Position};
use sheshbesh_network::Outcomes;

impl Evaluator {
    /// Exact equities from a table, if the stakes count the same points.
    pub(super) fn exact_money(&self, position: &Position) -> Option<crate::exact::CubeEquities> {
        if !self.counts_exact_equities() {
            return None;
        }
        if let Some(solved) = self.solved_equities(position) {
            return Some(solved);
        }
        if self.game.class(position) != Class::Bearoff {
            return None;
        }
        self.tables()?.equities(position)
    }

    /// Evaluation of a position that needs no search, on all cube levels.
    pub(super) fn known(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
    ) -> Option<NodeValue> {
        if ply > 1 && self.game.class(position) != Class::Over && !self.is_in_tables(position) {
            return None;
        }
        let outcomes = self.outcomes(position);
        Some(self.leaf(position, outcomes, on_roll))
    }

    /// True if the tables evaluate a position completely. Finished games are not in the tables.
    fn is_in_tables(&self, position: &Position) -> bool {
        if self.solved(position).is_some() {
            return self.is_plain() || self.counts_exact_equities();
        }
        // Without a cube the tables are complete; with one, a match is still searched.
        self.game.class(position) == Class::Bearoff
            && self.tables().is_some()
            && (!self.stakes.is_cubeful() || self.exact_money(position).is_some())
    }

    /// Evaluation of a position that is searched no further.
    pub(super) fn leaf(
        &self,
        position: &Position,
        outcomes: Outcomes,
        on_roll: Player,
    ) -> NodeValue {
        if let Some(exact) = self.exact_money(position) {
            return NodeValue { outcomes, values: CubeModel::exact(&exact, on_roll) };
        }
        let of_a = on_roll.outcomes(outcomes);
        let phase = || Phase::of(self.game, position);
        NodeValue { outcomes, values: self.stakes.leaf(&of_a, phase, on_roll) }
    }

    /// Evaluation if the player on roll may double before rolling.
    pub(super) fn before_cube(&self, verdict: NodeValue, on_roll: Player) -> NodeValue {
        NodeValue { values: self.stakes.with_doubling(&verdict.values, on_roll), ..verdict }
    }

    /// Evaluates a position within a search or a rollout; its player on roll may double first. Only
    /// the values on `levels` are set, and the outcomes are those of play on the first of these
    /// levels.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(crate) fn within(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
        levels: Levels,
    ) -> Result<NodeValue, Stopped> {
        if let Some(known) = self.known(position, ply, on_roll) {
            return Ok(self.before_cube(known, on_roll));
        }
        if self.settings.cache.is_none() {
            return self.searched(position, ply, on_roll, levels);
        }
        let key = cache::key(position, &(self.context, ply, on_roll, levels));
        if let Some(kept) = self.settings.cache.as_ref().and_then(|cache| cache.get(key)) {
            let mut values = CubeValues::ZERO;
            for (place, value) in self.stakes.reachable(levels).zip(kept.values) {
                *values.at(place) = value;
            }
            return Ok(NodeValue { outcomes: kept.outcomes, values });
        }
        let mut verdict = self.searched(position, ply, on_roll, levels)?;
        let mut values = [0.0; MOST_VALUES];
        debug_assert!(self.stakes.reachable(levels).count() <= MOST_VALUES, "{levels:?}");
        for (value, place) in values.iter_mut().zip(self.stakes.reachable(levels)) {
            *value = *verdict.values.at(place);
        }
        if let Some(cache) = &self.settings.cache {
            cache.put(key, &Kept { outcomes: verdict.outcomes, values });
        }
        Ok(verdict)
    }

    /// Same as [`within`](Self::within), for a position that is neither known nor in the cache.
    fn searched(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
        levels: Levels,
    ) -> Result<NodeValue, Stopped> {
        let rolled = self.stakes.before_doubling(levels, on_roll);
        let verdict = self.mean_over_rolls(position, ply, on_roll, rolled)?;
        Ok(self.before_cube(verdict, on_roll))
    }

    /// Evaluates a position whose player does not double: for each cube level, the mean over all
    /// rolls, each after the best play on that level.
    pub(super) fn mean_over_rolls(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
        levels: Levels,
    ) -> Result<NodeValue, Stopped> {
        self.settings.stop.check()?;
        let (mut node, most) = (self.idle_node(), self.replies_kept());
        if ply <= 2 {
            self.best_replies(position, on_roll, levels, most, &mut node);
        } else {
            self.choose_replies(position, on_roll, levels, most, &mut node);
        }
        let mut mean = MeanVerdict::new(levels);
        for (roll, dice) in Dice::ALL.into_iter().enumerate() {
            for (same, (reply, outcomes)) in node.replies(roll, levels) {
                let verdict = if ply <= 2 {
                    let leaf = self.leaf(&reply, outcomes, !on_roll);
                    self.before_cube(leaf, !on_roll)
                } else {
                    self.within(&reply, ply - 1, !on_roll, same)?
                };
                mean.add(&verdict, same, dice);
            }
        }
        self.nodes.push(node);
        Ok(mean.verdict())
    }

    /// Evaluates positions within a search; see [`Evaluator::within`]. Returns all evaluations or
    /// an error.
    pub(super) fn search_all(
        &mut self,
        positions: &[Position],
        ply: u32,
        on_roll: Player,
        levels: Levels,
    ) -> Result<Vec<NodeValue>, Stopped> {
        if !self.settings.parallel || ply < 3 {
            return positions
                .iter()
                .map(|position| self.within(position, ply, on_roll, levels))
                .collect();
        }
        // Each reply to each roll is a separate task.
        struct Piece {
            place: usize,
            reply: Position,
            levels: Levels,
            dice: Dice,
        }
        let mut pieces = Vec::new();
        let mut verdicts: Vec<Option<NodeValue>> = Vec::new();
        let levels = self.stakes.before_doubling(levels, on_roll);
        for (place, position) in positions.iter().enumerate() {
            let known = self.known(position, ply, on_roll);
            verdicts.push(known.map(|known| self.before_cube(known, on_roll)));
            if verdicts[place].is_none() {
                let mut node = self.idle_node();
                self.choose_replies(position, on_roll, levels, self.replies_kept(), &mut node);
                for (roll, dice) in Dice::ALL.into_iter().enumerate() {
                    pieces.extend(node.replies(roll, levels).map(|(levels, (reply, _))| Piece {
                        place,
                        reply,
                        levels,
                        dice,
                    }));
                }
                self.nodes.push(node);
            }
        }
        let this = &*self;
        let searched = work::map(
            &pieces,
            || this.clone(),
            |evaluator, piece| evaluator.within(&piece.reply, ply - 1, !on_roll, piece.levels),
        );
        let mut means = vec![MeanVerdict::new(levels); positions.len()];
        for (piece, verdict) in pieces.iter().zip(&searched) {
            means[piece.place].add(&(*verdict)?, piece.levels, piece.dice);
        }
        let verdicts = verdicts.into_iter().zip(means);
        Ok(verdicts
            .map(|(known, mean)| known.unwrap_or_else(|| self.before_cube(mean.verdict(), on_roll)))
            .collect())
    }

    /// Evaluation at 1-ply of a position in the course of a game, without a double now.
    pub(crate) fn without_doubling(&mut self, position: &Position, on_roll: Player) -> NodeValue {
        let outcomes = self.outcomes(position);
        self.leaf(position, outcomes, on_roll)
    }

    /// Evaluation by the tables, if they end a game here.
    pub(crate) fn ended_by_tables(
        &mut self,
        position: &Position,
        on_roll: Player,
    ) -> Option<NodeValue> {
        if self.game.class(position) != Class::Bearoff && self.solved(position).is_none() {
            return None;
        }
        let known = self.known(position, 2, on_roll)?;
        Some(self.before_cube(known, on_roll))
    }
}

impl Node {
    /// The best replies to a roll, each with the consecutive levels on which it is the best.
    pub(super) fn replies(
        &self,
        roll: usize,
        levels: Levels,
    ) -> impl Iterator<Item = (Levels, (Position, Outcomes))> {
        let mut next = Some(levels.first);
        std::iter::from_fn(move || {
            let first = next?;
            let at =
                |level: u8| self.best[usize::from(level - levels.first) * Dice::ALL.len() + roll];
            let best = at(first);
            let last = (first..levels.last).find(|&level| at(level + 1).0 != best.0);
            next = last.map(|level| level + 1);
            Some((Levels { first, last: last.unwrap_or(levels.last) }, best))
        })
    }
}

/// Mean evaluation of the positions after a roll, for the player who rolled.
#[derive(Clone)]
struct MeanVerdict {
    verdict: NodeValue,
    /// Minimum and maximum of each value: the mean must not leave this range by rounding.
    least: CubeValues,
    greatest: CubeValues,
    levels: Levels,
}

impl MeanVerdict {
    fn new(levels: Levels) -> Self {
        let verdict = NodeValue { outcomes: Outcomes::default(), values: CubeValues::ZERO };
        let [least, greatest] = [f32::INFINITY, f32::NEG_INFINITY].map(CubeValues::constant);
        Self { verdict, least, greatest, levels }
    }

    /// Adds the evaluation after a roll, on the levels to which it applies.
    fn add(&mut self, after: &NodeValue, levels: Levels, dice: Dice) {
        let weight = dice.probability() as f32;
        if levels.first == self.levels.first {
            self.verdict.outcomes.add(after.outcomes.swapped(), weight);
        }
        self.verdict.values.add(&after.values, levels, weight);
        self.least.combine(&after.values, levels, f32::min);
        self.greatest.combine(&after.values, levels, f32::max);
    }

    /// Returns the mean once all rolls have been added.
    fn verdict(&self) -> NodeValue {
        let mut values = self.verdict.values;
        values.combine(&self.least, self.levels, f32::max);
        values.combine(&self.greatest, self.levels, f32::min);
        NodeValue { outcomes: self.verdict.outcomes.normalised(), values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Depth, EvaluationCache, FilterName, Settings, Stop, bearoff::Tables, test_positions,
    };
    use sheshbesh_movegen::{BySide, Family, Game, Situation, Stakes};
    use sheshbesh_network::Network;
    use std::{
        path::Path,
        sync::{
            Arc,
            atomic::{AtomicU64, Ordering},
        },
    };

    fn at_score(length: u16, score: u16) -> Situation {
        let mut situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        situation.stakes = Stakes::Match { length, crawford: false };
        situation.score = BySide { on_roll: score, opponent: score };
        situation
    }

    fn contact(count: usize) -> impl Iterator<Item = Position> {
        let all =
            test_positions(40).into_iter().filter(|p| Game::Backgammon.class(p) == Class::Contact);
        all.step_by(97).take(count)
    }

    fn evaluator(network: &Network, filter: FilterName, length: u16, score: u16) -> Evaluator {
        let settings = Settings { filter: filter.filter(), ..Settings::default() };
        let mut evaluator = Evaluator::new(network, settings);
        evaluator.set_stakes(&at_score(length, score)).unwrap();
        evaluator
    }

    #[test]
    fn after_the_last_turn_of_the_cube_a_search_equals_one_at_double_match_point() {
        let (mut worst, mut gammons_counted) = (0.0f32, 0);
        for (name, plies) in [(FilterName::None, 2..=2), (FilterName::Narrow, 2..=3)] {
            let mut two_away = evaluator(sheshbesh_weights::shipped(), name, 2, 0);
            let mut last_point = evaluator(sheshbesh_weights::shipped(), name, 2, 1);
            for (ply, position) in plies.flat_map(|ply| contact(12).map(move |p| (ply, p))) {
                let depth = Depth::new(ply).unwrap();
                let situation = Situation { position, ..at_score(2, 0) };
                let verdict = two_away.cube_decision(&situation, depth).unwrap();
                let turned = verdict.double_take;
                let want = last_point.evaluate(&position, depth).worth;
                if name == FilterName::None {
                    assert!((turned - want).abs() < 1e-5, "{turned}, not {want}");
                }
                worst = worst.max((turned - want).abs());
                let win: f32 = verdict.outcomes.0[..3].iter().sum();
                gammons_counted += usize::from((win - want).abs() > 1e-3);
                let only = two_away.within(&position, ply, Player::B, Levels::only(1)).unwrap();
                let same = last_point.within(&position, ply, Player::B, Levels::PRESENT).unwrap();
                assert_eq!(only.outcomes, same.outcomes);
            }
        }
        assert!(worst < 0.003, "{worst}");
        assert!(gammons_counted > 12, "{gammons_counted}");
    }

    #[test]
    fn a_cache_serves_all_cubes_of_a_match_and_changes_nothing() {
        for (length, score) in [(2, 0), (7, 0), (25, 0), (64, 3)] {
            let mut plain =
                evaluator(sheshbesh_weights::shipped(), FilterName::Narrow, length, score);
            let cache = Arc::new(EvaluationCache::new(4));
            let mut cached = plain.with_settings(Settings {
                cache: Some(Arc::clone(&cache)),
                ..plain.settings().clone()
            });
            for position in contact(3) {
                let situation = Situation { position, ..at_score(length, score) };
                let want = plain.cube_decision(&situation, Depth::THREE);
                for _ in 0..2 {
                    assert_eq!(cached.cube_decision(&situation, Depth::THREE), want);
                }
            }
            assert!(cache.kept() > 30, "{} of a match to {length}", cache.kept());
        }
    }

    #[test]
    fn networks_that_share_a_cache_do_not_take_each_others_verdicts() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../weights/backgammon/full.weights");
        let other = Network::read(&path).unwrap();
        let networks = [sheshbesh_weights::shipped(), &other];
        let mut alone = networks.map(|network| evaluator(network, FilterName::Narrow, 1, 0));
        let cache = Arc::new(EvaluationCache::new(4));
        let mut sharing = alone.clone().map(|it| {
            it.with_settings(Settings { cache: Some(Arc::clone(&cache)), ..it.settings().clone() })
        });
        for position in contact(3) {
            let want = alone.each_mut().map(|it| it.evaluate(&position, Depth::THREE));
            assert_ne!(want[0], want[1]);
            assert_eq!(sharing.each_mut().map(|it| it.evaluate(&position, Depth::THREE)), want);
        }
    }

    #[test]
    fn evaluators_with_other_tables_do_not_take_each_others_verdicts() {
        let cache = Arc::new(EvaluationCache::new(4));
        let plain = evaluator(sheshbesh_weights::shipped(), FilterName::Narrow, 1, 0);
        let position = contact(1).next().unwrap();
        let kept_after = |tables: Option<&Arc<Tables>>| {
            let (cache, tables) = (Some(Arc::clone(&cache)), tables.cloned());
            let settings = Settings { cache, tables, ..plain.settings().clone() };
            plain.with_settings(settings.clone()).evaluate(&position, Depth::THREE);
            settings.cache.unwrap().kept()
        };
        let [first, second] = [Arc::new(Tables::in_memory()), Arc::new(Tables::in_memory())];
        let kept = [None, Some(&first), Some(&first), Some(&second)].map(kept_after);
        assert!(0 < kept[0] && kept[0] < kept[1] && kept[2] < kept[3], "{kept:?}");
        assert_eq!(kept[1], kept[2]);
    }

    #[test]
    fn bearoffs_are_looked_up_where_they_are_backgammons() {
        let tables = Arc::new(Tables::in_memory());
        let mut counts = [0; 26];
        (counts[6], counts[5], counts[3], counts[0]) = (2, 3, 2, 8);
        let plain = evaluator(sheshbesh_weights::shipped(), FilterName::Narrow, 1, 0);
        for game in Game::ALL.into_iter().filter(|game| game.family() == Family::Hitting) {
            if game.checkers() < Game::Backgammon.checkers() {
                continue;
            }
            let position = game.position(&counts, &counts).unwrap();
            let mut alone = plain.clone().for_game(game).unwrap();
            let settings =
                Settings { tables: Some(Arc::clone(&tables)), ..plain.settings().clone() };
            let mut knowing = alone.with_settings(settings);
            let [alone, knowing] = [&mut alone, &mut knowing]
                .map(|evaluator| evaluator.evaluate(&position, Depth::TWO).outcomes);
            if game.bears_off_as_backgammon() {
                assert_eq!(knowing, tables.outcomes(&position).unwrap(), "{game}");
            } else {
                assert_eq!(knowing, alone, "{game}");
            }
        }
    }

    /// Stops after a number of checks.
    fn after(checks: u64) -> (Stop, Arc<AtomicU64>) {
        let asked = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&asked);
        let due = move || count.fetch_add(1, Ordering::Relaxed) >= checks;
        (Stop::when(due), asked)
    }

    #[test]
    fn a_search_that_is_stopped_ends_at_once_with_what_is_known() {
        let position = contact(1).next().unwrap();
        let dice = Dice::new(4, 2).unwrap();
        for parallel in [false, true] {
            let plain = evaluator(sheshbesh_weights::shipped(), FilterName::Narrow, 7, 0);
            let with = |stop: Stop| {
                plain.with_settings(Settings { parallel, stop, ..plain.settings().clone() })
            };
            let want = with(Stop::never()).rank(&position, dice, Depth::DEEPEST);
            let (never, whole) = after(u64::MAX);
            assert_eq!(with(never).rank(&position, dice, Depth::DEEPEST), want);
            let whole = whole.load(Ordering::Relaxed);
            assert!(whole > 200, "{whole} nodes");
            // Every thread may check once more for each task that it still starts.
            let mut depths = Vec::new();
            for checks in [0, 20, whole / 2] {
                let (stop, asked) = after(checks);
                let ranked = with(stop).rank(&position, dice, Depth::DEEPEST);
                let late = asked.load(Ordering::Relaxed) - checks;
                assert!(late <= 1 || parallel && late < 400, "{late} nodes after {checks}");
                assert_eq!(ranked.len(), want.len());
                depths.push(ranked[0].depth);
                let shallower = with(Stop::never()).rank(&position, dice, ranked[0].depth);
                assert_eq!(ranked, shallower);
            }
            assert_eq!(depths[0], Depth::ONE);
            assert!(depths[2] >= Depth::TWO && depths[2] < Depth::DEEPEST, "{depths:?}");
            let stopped = with(after(3).0).evaluate(&position, Depth::DEEPEST);
            assert_eq!(stopped, with(Stop::never()).evaluate(&position, Depth::ONE));
        }
    }
}
