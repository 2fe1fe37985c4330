//! Search: the mean over all rolls, each after its best reply.

use super::{
    cache::{self, CachedValue, MOST_VALUES},
    networks::GameNetwork,
    replies::Replies,
    settings::Settings,
    static_evaluator::StaticEvaluator,
};
use crate::{
    cube::{CubeModel, CubeValues, Levels, NodeValue, RootSide},
    depth::Depth,
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Game, Position};
use sheshbesh_network::Outcomes;
use sheshbesh_parallel::threads;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// Search below the root, with its cache and its workspace.
pub(crate) struct Search {
    pub(crate) static_evaluator: StaticEvaluator,
    settings: Settings,
    /// Part of the cache keys: identifies the network, the tables, the filter and the stakes.
    context: u64,
    /// Unused workspaces for finding replies.
    idle: Vec<Replies>,
}

impl Clone for Search {
    fn clone(&self) -> Self {
        Self {
            static_evaluator: self.static_evaluator.clone(),
            settings: self.settings.clone(),
            context: self.context,
            idle: Vec::new(),
        }
    }
}

impl Search {
    /// Creates a search with a network, for money games without a cube.
    pub(crate) fn new(network: GameNetwork, settings: Settings) -> Self {
        let stakes = Arc::new(CubeModel::cubeless());
        let static_evaluator = StaticEvaluator::new(network, stakes, settings.tables.as_ref());
        let mut search = Self { static_evaluator, settings, context: 0, idle: Vec::new() };
        search.update_context();
        search
    }

    /// Returns a search with the same network and stakes and other settings.
    pub(crate) fn with_settings(&self, settings: Settings) -> Self {
        let mut search = Self { settings, ..self.clone() };
        search.set(self.network().clone(), Arc::clone(self.static_evaluator.stakes()));
        search
    }

    /// Switches to a network with its game, and to stakes.
    pub(crate) fn set(&mut self, network: GameNetwork, stakes: Arc<CubeModel>) {
        if (network.game, network.number) != (self.game(), self.network().number) {
            // They hold plays of the other game.
            self.idle.clear();
        }
        self.static_evaluator.set(network, stakes, self.settings.tables.as_ref());
        self.update_context();
    }

    /// Updates the part of the cache keys that distinguishes this search's queries from other
    /// searches'.
    fn update_context(&mut self) {
        let Settings { filter, tables, cache, .. } = &self.settings;
        if cache.is_some() {
            let mut hasher = DefaultHasher::new();
            let tables = tables.as_ref().map(|tables| tables.number());
            (self.network().number, tables, filter, self.stakes(), self.game()).hash(&mut hasher);
            self.context = hasher.finish();
        }
    }

    /// Settings of the search.
    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The network in use.
    pub(crate) const fn network(&self) -> &GameNetwork {
        self.static_evaluator.network()
    }

    /// Game whose rules apply.
    pub(crate) const fn game(&self) -> Game {
        self.static_evaluator.game()
    }

    /// The stakes.
    pub(crate) fn stakes(&self) -> &CubeModel {
        self.static_evaluator.stakes()
    }

    /// True if the evaluation of a position needs no search: the game is over, or the tables are
    /// complete there.
    pub(crate) fn is_exact(&mut self, position: &Position, on_roll: RootSide) -> bool {
        self.static_evaluator.terminal_value(position, 2, on_roll).is_some()
    }

    /// Lends an unused workspace for finding replies, to be returned by
    /// [`put_back`](Self::put_back).
    pub(super) fn take_replies(&mut self) -> Replies {
        self.idle.pop().unwrap_or_else(|| Replies::new(self.game()))
    }

    /// Takes back a workspace for finding replies.
    pub(super) fn put_back(&mut self, replies: Replies) {
        self.idle.push(replies);
    }

    /// Evaluates a position on cube levels before the cube action of A, who is on roll. Returns the
    /// evaluation and the depth reached.
    pub(crate) fn search_root(
        &mut self,
        position: &Position,
        depth: Depth,
        levels: Levels,
    ) -> (NodeValue, Depth) {
        let (player, ply) = (RootSide::A, depth.plies());
        let searched = match self.search_numbers_left(position, ply, player, levels) {
            Some(searched) => searched,
            None => match self.static_evaluator.terminal_value(position, ply, player) {
                Some(terminal) => return (terminal, depth),
                None => self.mean_over_rolls(position, ply, player, levels),
            },
        };
        match searched {
            Ok(value) => (value, depth),
            Err(Stopped) => {
                (self.static_evaluator.value_without_double(position, player), Depth::ONE)
            }
        }
    }

    /// Evaluates a position within a search or a rollout; its player on roll may double first. Only
    /// the values on `levels` are set, and the outcomes are those of play on the first of these
    /// levels.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub(crate) fn search_node(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: RootSide,
        levels: Levels,
    ) -> Result<NodeValue, Stopped> {
        if let Some(terminal) = self.static_evaluator.terminal_value(position, ply, on_roll) {
            return Ok(self.static_evaluator.with_double(terminal, on_roll));
        }
        if self.settings.cache.is_none() {
            return self.search_uncached(position, ply, on_roll, levels);
        }
        let key = cache::hash_key(position, &(self.context, ply, on_roll, levels));
        if let Some(cached) = self.settings.cache.as_ref().and_then(|cache| cache.get(key)) {
            let mut values = CubeValues::ZERO;
            for (state, value) in self.stakes().reachable(levels).zip(cached.values) {
                *values.at(state) = value;
            }
            return Ok(NodeValue { outcomes: cached.outcomes, values });
        }
        let mut value = self.search_uncached(position, ply, on_roll, levels)?;
        let mut values = [0.0; MOST_VALUES];
        debug_assert!(self.stakes().reachable(levels).count() <= MOST_VALUES, "{levels:?}");
        for (cached, state) in values.iter_mut().zip(self.stakes().reachable(levels)) {
            *cached = *value.values.at(state);
        }
        if let Some(cache) = &self.settings.cache {
            cache.put(key, &CachedValue { outcomes: value.outcomes, values });
        }
        Ok(value)
    }

    /// Same as [`search_node`](Self::search_node), for a position that needs a search and is not in
    /// the cache.
    fn search_uncached(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: RootSide,
        levels: Levels,
    ) -> Result<NodeValue, Stopped> {
        let rolled = self.stakes().before_doubling(levels, on_roll);
        let value = self.mean_over_rolls(position, ply, on_roll, rolled)?;
        Ok(self.static_evaluator.with_double(value, on_roll))
    }

    /// Evaluates a position whose player does not double: for each cube level, the mean over all
    /// rolls, each after the best play on that level.
    fn mean_over_rolls(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: RootSide,
        levels: Levels,
    ) -> Result<NodeValue, Stopped> {
        self.settings.stop.check()?;
        if let Some(value) = self.search_stage(position, ply, on_roll, levels)? {
            return Ok(value);
        }
        let (mut replies, most) = (self.take_replies(), self.settings.filter.replies);
        let evaluator = &mut self.static_evaluator;
        if ply <= 2 {
            replies.best_replies(evaluator, position, on_roll, levels, most);
        } else {
            replies.choose_replies(evaluator, position, on_roll, levels, most);
        }
        let mut mean = MeanValue::new(levels);
        for (roll, &dice) in self.game().rolls().iter().enumerate() {
            for (same, (reply, outcomes)) in replies.of_roll(roll, levels) {
                let value = if ply <= 2 {
                    self.static_evaluator.leaf_value_with_double(&reply, outcomes, !on_roll)
                } else {
                    self.search_node(&reply, ply - 1, !on_roll, same)?
                };
                mean.add(&value, same, dice);
            }
        }
        self.put_back(replies);
        Ok(mean.value())
    }

    /// Finds the best play at 1-ply among the results of a roll; see
    /// [`Evaluator::best_reply`](crate::Evaluator::best_reply).
    pub(crate) fn best_reply(
        &mut self,
        before: &Position,
        results: &[Position],
    ) -> (usize, Outcomes) {
        let (mut replies, most) = (self.take_replies(), self.settings.filter.replies);
        let best = replies.best_reply(&mut self.static_evaluator, before, results, most);
        self.put_back(replies);
        best
    }

    /// Evaluates positions within a search; see [`search_node`](Self::search_node). Returns all
    /// evaluations or an error.
    pub(super) fn search_all(
        &mut self,
        positions: &[Position],
        ply: u32,
        on_roll: RootSide,
        levels: Levels,
    ) -> Result<Vec<NodeValue>, Stopped> {
        if !self.settings.parallel || ply < 3 {
            return positions
                .iter()
                .map(|position| self.search_node(position, ply, on_roll, levels))
                .collect();
        }
        // Each reply to each roll is a separate task.
        struct Task {
            /// Index of the position.
            index: usize,
            reply: Position,
            levels: Levels,
            dice: Dice,
        }
        let mut tasks = Vec::new();
        let mut values: Vec<Option<NodeValue>> = Vec::new();
        let levels = self.stakes().before_doubling(levels, on_roll);
        let most = self.settings.filter.replies;
        for (index, position) in positions.iter().enumerate() {
            let terminal = match self.static_evaluator.terminal_value(position, ply, on_roll) {
                None => self.search_stage(position, ply, on_roll, levels)?,
                terminal => terminal,
            };
            let terminal = terminal.map(|value| self.static_evaluator.with_double(value, on_roll));
            values.push(terminal);
            if terminal.is_none() {
                let mut replies = self.take_replies();
                let evaluator = &mut self.static_evaluator;
                replies.choose_replies(evaluator, position, on_roll, levels, most);
                for (roll, &dice) in self.game().rolls().iter().enumerate() {
                    let of_roll = replies.of_roll(roll, levels);
                    tasks.extend(of_roll.map(|(levels, (reply, _))| Task {
                        index,
                        reply,
                        levels,
                        dice,
                    }));
                }
                self.put_back(replies);
            }
        }
        let this = &*self;
        let searched = threads::map_with(
            &tasks,
            || this.clone(),
            |search, task| search.search_node(&task.reply, ply - 1, !on_roll, task.levels),
        );
        let mut means = vec![MeanValue::new(levels); positions.len()];
        for (task, value) in tasks.iter().zip(&searched) {
            means[task.index].add(&(*value)?, task.levels, task.dice);
        }
        let with_double =
            |mean: MeanValue| self.static_evaluator.with_double(mean.value(), on_roll);
        let values = values.into_iter().zip(means);
        Ok(values.map(|(terminal, mean)| terminal.unwrap_or_else(|| with_double(mean))).collect())
    }
}

/// Mean evaluation of the positions after a roll, for the player who rolled.
#[derive(Clone)]
struct MeanValue {
    value: NodeValue,
    /// Minimum and maximum of each value: the mean must not leave this range by rounding.
    least: CubeValues,
    greatest: CubeValues,
    levels: Levels,
}

impl MeanValue {
    fn new(levels: Levels) -> Self {
        let value = NodeValue { outcomes: Outcomes::default(), values: CubeValues::ZERO };
        let [least, greatest] = [f32::INFINITY, f32::NEG_INFINITY].map(CubeValues::constant);
        Self { value, least, greatest, levels }
    }

    /// Adds the evaluation after a roll, on the levels to which it applies.
    fn add(&mut self, after: &NodeValue, levels: Levels, dice: Dice) {
        let weight = dice.probability() as f32;
        if levels.first == self.levels.first {
            self.value.outcomes.add(after.outcomes.swapped(), weight);
        }
        self.value.values.add(&after.values, levels, weight);
        self.least.combine(&after.values, levels, f32::min);
        self.greatest.combine(&after.values, levels, f32::max);
    }

    /// Returns the mean once all rolls have been added.
    fn value(&self) -> NodeValue {
        let mut values = self.value.values;
        values.combine(&self.least, self.levels, f32::max);
        values.combine(&self.greatest, self.levels, f32::min);
        NodeValue { outcomes: self.value.outcomes.normalised(), values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        EvaluationCache, Evaluator, FilterName, Stop,
        exact::bearoff::{BearoffGame, Tables},
        test_positions,
    };
    use sheshbesh_movegen::{BySide, Class, Situation, Stakes};
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
                let decision = two_away.cube_decision(&situation, depth).unwrap();
                let turned = decision.double_take;
                let want = last_point.evaluate(&position, depth).value;
                if name == FilterName::None {
                    assert!((turned - want).abs() < 1e-5, "{turned}, not {want}");
                }
                worst = worst.max((turned - want).abs());
                let win: f32 = decision.outcomes.0[..3].iter().sum();
                gammons_counted += usize::from((win - want).abs() > 1e-3);
                let only = two_away
                    .search
                    .search_node(&position, ply, RootSide::B, Levels::only(1))
                    .unwrap();
                let same = last_point
                    .search
                    .search_node(&position, ply, RootSide::B, Levels::PRESENT)
                    .unwrap();
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
            assert!(cache.count() > 30, "{} of a match to {length}", cache.count());
        }
    }

    #[test]
    fn networks_that_share_a_cache_keep_their_values_apart() {
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
    fn evaluators_with_other_tables_keep_their_values_apart() {
        let cache = Arc::new(EvaluationCache::new(4));
        let plain = evaluator(sheshbesh_weights::shipped(), FilterName::Narrow, 1, 0);
        let position = contact(1).next().unwrap();
        let count_after = |tables: Option<&Arc<Tables>>| {
            let (cache, tables) = (Some(Arc::clone(&cache)), tables.cloned());
            let settings = Settings { cache, tables, ..plain.settings().clone() };
            plain.with_settings(settings.clone()).evaluate(&position, Depth::THREE);
            settings.cache.unwrap().count()
        };
        let [first, second] = [Arc::new(Tables::in_memory()), Arc::new(Tables::in_memory())];
        let counts = [None, Some(&first), Some(&first), Some(&second)].map(count_after);
        assert!(0 < counts[0] && counts[0] < counts[1] && counts[2] < counts[3], "{counts:?}");
        assert_eq!(counts[1], counts[2]);
    }

    #[test]
    fn bearoffs_are_looked_up_by_the_rules_of_the_game() {
        let tables = Arc::new(Tables::in_memory());
        let mut counts = [0; 26];
        (counts[6], counts[5], counts[3], counts[0]) = (2, 3, 2, 8);
        let plain = evaluator(sheshbesh_weights::shipped(), FilterName::Narrow, 1, 0);
        for game in Game::ALL.into_iter().filter(|game| game.meets_as_backgammon()) {
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
            match BearoffGame::of(game) {
                Some(bearoff) => {
                    let known = tables.bearoffs(bearoff).outcomes(&position);
                    assert_eq!(knowing, known.unwrap(), "{game}");
                }
                None => assert_eq!(knowing, alone, "{game}"),
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
