//! Thread-safe engine for long-lived programs.

use crate::{
    Depth, EvaluationError, EvaluationLevel, Evaluator, PositionEvaluation, RankedPlay, Settings,
    Stop,
    cube::CubeDecision,
    rollout::{self, RolloutResult, Start, roll_out},
};
#[cfg(feature = "parallel")]
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use sheshbesh_movegen::{Dice, Game, Position, Situation};
use sheshbesh_network::{Network, Outcomes};
use sheshbesh_parallel::threads;
#[cfg(feature = "parallel")]
use std::sync::Arc;

/// Number of positions that one thread evaluates together.
const AT_ONCE: usize = 256;

/// A network with its settings and a thread pool. It can be used from several threads at once;
/// clones are cheap and share everything. Without the feature `parallel`, queries run on the
/// caller's thread alone.
///
/// Each query takes a [`Stop`]. A stopped search returns its results so far, with the depth that it
/// reached; a stopped rollout returns the games of the finished rounds.
///
/// ```
/// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
/// use sheshbesh_movegen::{Dice, Game, Situation};
/// let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 2)?;
/// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let dice = Dice::new(3, 1).unwrap();
/// let asked = engine.clone();
/// let thread = std::thread::spawn(move || asked.rank(&start, dice, Depth::TWO, &Stop::never()));
/// assert!(engine.cube_decision(&start, Depth::ONE, &Stop::never())?.no_double > 0.0);
/// assert!(thread.join().unwrap()?[0].equity > 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    /// Template; each query uses a clone.
    evaluator: Evaluator,
    /// Threads of this engine; `None` uses those of rayon's current pool.
    #[cfg(feature = "parallel")]
    pool: Option<Arc<ThreadPool>>,
}

impl Engine {
    /// Prepares a network and a pool of `threads` threads; 0 for one per processor. The settings'
    /// stop applies to all queries.
    ///
    /// # Errors
    /// Returns an error if the threads cannot be started.
    #[cfg(feature = "parallel")]
    pub fn new(
        network: &Network,
        settings: Settings,
        threads: usize,
    ) -> Result<Self, ThreadPoolBuildError> {
        Self::with_others(network, &[], settings, threads)
    }

    /// Prepares several networks; see [`Evaluator::with_others`].
    ///
    /// # Errors
    /// Same as [`Engine::new`].
    #[cfg(feature = "parallel")]
    pub fn with_others(
        main: &Network,
        others: &[&Network],
        settings: Settings,
        threads: usize,
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build()?);
        let settings = Settings { parallel: true, ..settings };
        Ok(Self { evaluator: Evaluator::with_others(main, others, settings), pool: Some(pool) })
    }

    /// Prepares a network without a thread pool of its own: queries run on the caller's thread and
    /// distribute work among rayon's current pool. For programs that configure the global pool, and
    /// for ranks, whose executor does so.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let engine = Engine::on_shared_threads(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// assert!(engine.evaluate(&start, Depth::TWO, &Stop::never())?.value > 0.0);
    /// # Ok::<(), sheshbesh_evaluator::EvaluationError>(())
    /// ```
    pub fn on_shared_threads(network: &Network, settings: Settings) -> Self {
        Self::sharing_threads(&Evaluator::new(network, settings))
    }

    /// Prepares the networks and settings of an evaluator without a thread pool, like
    /// [`Engine::on_shared_threads`].
    pub fn sharing_threads(evaluator: &Evaluator) -> Self {
        let settings = Settings { parallel: true, ..evaluator.settings().clone() };
        Self {
            evaluator: evaluator.with_settings(settings),
            #[cfg(feature = "parallel")]
            pool: None,
        }
    }

    /// Returns an engine with the same network and threads and other settings.
    pub fn with_settings(&self, settings: Settings) -> Self {
        let settings = Settings { parallel: true, ..settings };
        Self {
            evaluator: self.evaluator.with_settings(settings),
            #[cfg(feature = "parallel")]
            pool: self.pool.clone(),
        }
    }

    /// Returns an engine with the same network and settings and a new pool of `threads` threads.
    ///
    /// # Errors
    /// Same as [`Engine::new`].
    #[cfg(feature = "parallel")]
    pub fn with_threads(&self, threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build()?);
        Ok(Self { evaluator: self.evaluator.clone(), pool: Some(pool) })
    }

    /// Settings of the evaluator.
    pub fn settings(&self) -> &Settings {
        self.evaluator.settings()
    }

    /// See [`Evaluator::learned_for`].
    ///
    /// # Errors
    /// Same as [`Evaluator::learned_for`].
    pub fn learned_for(&self, game: Game) -> Result<Game, EvaluationError> {
        self.evaluator.learned_for(game)
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            return pool.current_num_threads();
        }
        threads::count()
    }

    /// Returns an evaluator for one query, for callers that need more than the engine's methods;
    /// see [`Engine::install`].
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
    /// use sheshbesh_movegen::Game;
    /// let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1)?;
    /// let mut evaluator = engine.evaluator(&Stop::never());
    /// let start = Game::Backgammon.start();
    /// let evaluation = engine.install(|| evaluator.evaluate(&start, Depth::THREE));
    /// assert!(evaluation.probabilities().win > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluator(&self, stop: &Stop) -> Evaluator {
        let settings = self.settings().clone();
        let stop = settings.stop.clone().or(stop.clone());
        self.evaluator.with_settings(Settings { stop, ..settings })
    }

    /// Runs `work` on the engine's threads. Work that evaluators share among rayon's threads uses
    /// these threads then.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            return pool.install(work);
        }
        work()
    }

    /// Runs a search or a truncated rollout. A shallow search stays on one thread: it ends before a
    /// second thread would wake up.
    fn run<T: Send>(&self, level: EvaluationLevel, search: impl FnOnce() -> T + Send) -> T {
        match level {
            EvaluationLevel::Search(depth) if depth < Depth::THREE => search(),
            _ => self.install(search),
        }
    }

    /// Runs any query on an evaluator, which counts plain money stakes unless the query sets
    /// others. `level` is the highest level of the query's evaluations.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
    /// use sheshbesh_movegen::Game;
    /// let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1)?;
    /// let start = Game::Backgammon.start();
    /// let values = engine.ask(Depth::TWO, &Stop::never(), |evaluator| {
    ///     [Depth::ONE, Depth::TWO].map(|depth| evaluator.evaluate(&start, depth).value)
    /// });
    /// assert!(values.iter().all(|value| (0.0..0.2).contains(value)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask<T: Send>(
        &self,
        level: impl Into<EvaluationLevel>,
        stop: &Stop,
        query: impl FnOnce(&mut Evaluator) -> T + Send,
    ) -> T {
        let mut evaluator = self.evaluator(stop);
        self.run(level.into(), || query(&mut evaluator))
    }

    /// Ranks all legal plays of a roll for a situation's stakes; see [`Evaluator::rank`].
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn rank(
        &self,
        situation: &Situation,
        dice: Dice,
        level: impl Into<EvaluationLevel>,
        stop: &Stop,
    ) -> Result<Vec<RankedPlay>, EvaluationError> {
        let level = level.into();
        let mut evaluator = self.evaluator(stop);
        evaluator.set_stakes(situation)?;
        Ok(self.run(level, || evaluator.rank(&situation.position, dice, level)))
    }

    /// Evaluates a situation before the roll; see [`Evaluator::evaluate`].
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn evaluate(
        &self,
        situation: &Situation,
        level: impl Into<EvaluationLevel>,
        stop: &Stop,
    ) -> Result<PositionEvaluation, EvaluationError> {
        let level = level.into();
        let mut evaluator = self.evaluator(stop);
        evaluator.set_stakes(situation)?;
        Ok(self.run(level, || evaluator.evaluate(&situation.position, level)))
    }

    /// Evaluates many positions of a game before the roll, in parallel.
    ///
    /// Returns cubeless outcomes in the order of the positions, equal to [`Evaluator::evaluate`] of
    /// each alone in a money game without a cube. If the search is stopped, the remaining positions
    /// get shallower searches; 1-ply is not stopped.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
    /// use sheshbesh_movegen::Game;
    /// let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 0)?;
    /// let start = Game::Backgammon.start();
    /// let many = vec![start; 1000];
    /// let all = engine.evaluate_all(Game::Backgammon, &many, Depth::ONE, &Stop::never())?;
    /// assert!(all.len() == 1000 && all.iter().all(|outcomes| outcomes.equity() > 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn evaluate_all(
        &self,
        game: Game,
        positions: &[Position],
        level: impl Into<EvaluationLevel>,
        stop: &Stop,
    ) -> Result<Vec<Outcomes>, EvaluationError> {
        let level = level.into();
        let settings = self.settings().clone();
        let stop = settings.stop.clone().or(stop.clone());
        // The positions themselves are distributed among the threads.
        let settings = Settings { stop, parallel: false, cubeful: false, ..settings };
        let mut evaluator = self.evaluator.with_settings(settings);
        evaluator.set_stakes(&Situation::new(game.start(), game))?;
        let evaluate = |evaluator: &mut Evaluator, chunk: &&[Position]| match level {
            EvaluationLevel::Search(Depth::ONE) => {
                evaluator.evaluate_batch(&chunk[0], chunk).to_vec()
            }
            _ => {
                chunk.iter().map(|position| evaluator.evaluate(position, level).outcomes).collect()
            }
        };
        let size = if level == Depth::ONE.into() { AT_ONCE } else { 1 };
        let chunks: Vec<&[Position]> = positions.chunks(size).collect();
        let all = self.install(|| threads::map_with(&chunks, || evaluator.clone(), evaluate));
        Ok(all.into_iter().flatten().collect())
    }

    /// Cube decision of a situation; see [`Evaluator::cube_decision`].
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn cube_decision(
        &self,
        situation: &Situation,
        level: impl Into<EvaluationLevel>,
        stop: &Stop,
    ) -> Result<CubeDecision, EvaluationError> {
        let level = level.into();
        let mut evaluator = self.evaluator(stop);
        self.run(level, || evaluator.cube_decision(situation, level))
    }

    /// Rolls out positions for a situation's stakes; see [`roll_out`].
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn roll_out(
        &self,
        situation: &Situation,
        starts: &[Start],
        settings: &rollout::Settings,
        stop: &Stop,
        round: &mut (dyn FnMut(&[RolloutResult]) -> bool + Send),
    ) -> Result<Vec<RolloutResult>, EvaluationError> {
        let mut evaluator = self.evaluator(stop);
        evaluator.set_stakes(situation)?;
        Ok(self.install(|| roll_out(&evaluator, starts, settings, round)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::testing::{Random, random_game};
    use std::sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    };

    #[test]
    fn it_can_be_shared_and_sent() {
        fn shared<T: Send + Sync + Clone + 'static>() {}
        shared::<Engine>();
        shared::<Stop>();
    }

    #[test]
    fn no_question_about_a_game_by_other_rules_is_answered() {
        let network = sheshbesh_weights::shipped();
        let engine = Engine::new(network, Settings::default(), 1).unwrap();
        let game = Game::ALL.into_iter().find(|&game| !network.judges(game)).unwrap();
        let other = Situation::new(game.start(), game);
        let refused = EvaluationError::OtherRules { learned: network.game(), game };
        assert_eq!(refused.to_string(), "a network trained for backgammon cannot evaluate plakoto");
        let (dice, depth, no_stop) = (Dice::new(3, 1).unwrap(), Depth::ONE, Stop::never());
        assert_eq!(engine.rank(&other, dice, depth, &no_stop), Err(refused.clone()));
        assert_eq!(engine.evaluate(&other, depth, &no_stop), Err(refused.clone()));
        assert_eq!(engine.cube_decision(&other, depth, &no_stop), Err(refused.clone()));
        let starts = [Start::before_roll(other.position)];
        let settings = rollout::Settings::default();
        let rolled_out = engine.roll_out(&other, &starts, &settings, &no_stop, &mut |_| true);
        assert_eq!(rolled_out, Err(refused));
        // The network also evaluates other games with the same rules and another start.
        let game = Game::Nackgammon;
        assert!(engine.rank(&Situation::new(game.start(), game), dice, depth, &no_stop).is_ok());
    }

    #[test]
    fn threads_of_its_own_or_shared_ones_give_the_same_results() {
        let network = sheshbesh_weights::shipped();
        let shared = Engine::on_shared_threads(network, Settings::default());
        let own = Engine::new(network, Settings::default(), 2).unwrap();
        assert_eq!((own.threads(), shared.threads()), (2, rayon::current_num_threads()));
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let (dice, depth, no_stop) = (Dice::new(4, 2).unwrap(), Depth::TWO, Stop::never());
        let ranked = [&own, &shared].map(|engine| engine.rank(&start, dice, depth, &no_stop));
        assert!(ranked[0].is_ok() && ranked[0] == ranked[1]);
        // The shared threads are those of the pool around a query.
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(|| shared.threads()), 3);
    }

    /// Each game gets the evaluation of its own network, in any order of queries.
    #[test]
    fn several_networks_share_the_games() {
        let networks = [sheshbesh_weights::shipped(), sheshbesh_weights::fevga()];
        let both = |first: usize| {
            Engine::with_others(networks[first], &[networks[1 - first]], Settings::default(), 1)
        };
        let engines = [both(0).unwrap(), both(1).unwrap()];
        let dice = Dice::new(6, 5).unwrap();
        let no_stop = Stop::never();
        for (game, network) in
            [(Game::FEVGA, 1), (Game::Backgammon, 0), (Game::Nackgammon, 0), (Game::FEVGA, 1)]
        {
            let alone = Engine::new(networks[network], Settings::default(), 1).unwrap();
            let start = Situation::new(game.start(), game);
            for engine in &engines {
                assert_eq!(engine.learned_for(game), Ok(networks[network].game()));
                for depth in [Depth::ONE, Depth::TWO] {
                    let asked =
                        |engine: &Engine| engine.rank(&start, dice, depth, &no_stop).unwrap();
                    assert_eq!(asked(engine), asked(&alone), "{game}");
                }
            }
        }
    }

    /// The positions include races, bearoffs and finished games.
    #[test]
    fn many_positions_are_judged_as_each_alone() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 2).unwrap();
        let mut random = Random::new(5);
        let mut positions = Vec::new();
        while positions.len() < 600 {
            positions.extend(random_game(Game::Backgammon, &mut random));
        }
        for (depth, few) in [(Depth::ONE, 600), (Depth::TWO, 20)] {
            let asked: Vec<Position> =
                positions.iter().copied().step_by(positions.len() / few).collect();
            let all = engine.evaluate_all(Game::Backgammon, &asked, depth, &Stop::never()).unwrap();
            assert_eq!(all.len(), asked.len());
            let mut evaluator = engine.evaluator(&Stop::never());
            for (position, outcomes) in asked.iter().zip(all) {
                assert_eq!(evaluator.evaluate(position, depth).outcomes, outcomes, "{position:?}");
            }
        }
    }

    /// The first query that needs the tables makes them during a parallel search.
    #[test]
    fn tables_are_made_amid_a_search() {
        let tables = Some(Arc::new(crate::exact::bearoff::Tables::in_memory()));
        let settings = Settings { tables, ..Settings::default() };
        let engine = Engine::new(sheshbesh_weights::shipped(), settings, 4).unwrap();
        let mut random = Random::new(6);
        let game = random_game(Game::Backgammon, &mut random);
        let ends: Vec<Position> = game.into_iter().rev().take(12).collect();
        let no_stop = Stop::never();
        let all = engine.evaluate_all(Game::Backgammon, &ends.repeat(20), Depth::TWO, &no_stop);
        assert_eq!(all.unwrap().len(), 20 * ends.len());
    }

    #[test]
    fn a_search_is_stopped_from_another_thread_and_the_engine_goes_on() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 2).unwrap();
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let dice = Dice::new(6, 4).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        // Set during the search.
        let asked = Arc::new(AtomicU64::new(0));
        let (raised, count) = (Arc::clone(&flag), Arc::clone(&asked));
        let stop = Stop::when(move || {
            count.fetch_add(1, Ordering::Relaxed);
            raised.load(Ordering::Relaxed)
        });
        let ranked = std::thread::scope(|scope| {
            let search = scope.spawn(|| engine.rank(&start, dice, Depth::DEEPEST, &stop).unwrap());
            while asked.load(Ordering::Relaxed) < 100 {
                std::thread::yield_now();
            }
            flag.store(true, Ordering::Relaxed);
            search.join().unwrap()
        });
        assert!(ranked[0].depth < Depth::DEEPEST);
        let again = engine.rank(&start, dice, ranked[0].depth, &Stop::never()).unwrap();
        assert_eq!(ranked, again);
        assert!(engine.evaluate(&start, Depth::TWO, &Stop::never()).unwrap().value > 0.0);
    }

    #[test]
    fn a_rollout_that_is_stopped_has_the_rounds_that_were_finished() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 2).unwrap();
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let settings = rollout::Settings { truncate: Some(6), ..rollout::Settings::default() };
        let starts = [Start::before_roll(start.position)];
        let flag = Arc::new(AtomicBool::new(false));
        let mut rounds = 0;
        let stopped =
            engine.roll_out(&start, &starts, &settings, &Stop::on(Arc::clone(&flag)), &mut |_| {
                rounds += 1;
                flag.store(rounds == 2, Ordering::Relaxed);
                true
            });
        assert_eq!(rounds, 2);
        let games = 2 * rollout::ROUND;
        let whole = rollout::Settings { games, ..settings };
        let want = engine.roll_out(&start, &starts, &whole, &Stop::never(), &mut |_| true);
        assert_eq!(stopped, want);
    }
}
