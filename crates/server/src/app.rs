//! Shared application state: the engine, the dice and the jobs.

use crate::{
    Options,
    engine_pool::Work,
    http::{answer::Answer, budget::Budget, error::ApiError},
    jobs::Jobs,
    table::Chance,
};
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::judged::{MatchAnalyzer, Preset};
use sheshbesh_api::{Engines, QueryError};
use sheshbesh_evaluator::{Engine, FilterName, Settings, Stop};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use std::sync::atomic::{AtomicU32, Ordering};

/// Maximum size of a match file, in bytes.
pub(crate) const LARGEST_FILE: usize = 4 << 20;

/// State shared by all handlers.
pub(crate) struct App {
    /// The engine, and the networks by the names used in responses.
    pub(crate) engines: Engines,
    /// Source of all dice.
    pub(crate) chance: Chance,
    /// Number of sessions started.
    sessions: AtomicU32,
    /// Executor for engine requests.
    pub(crate) work: Work,
    /// Queue of long-running jobs.
    pub(crate) jobs: Jobs,
    /// Memory budget for request bodies and responses.
    pub(crate) budget: Budget,
    /// Share of the budget for request bodies. The rest stays free for responding to accepted
    /// requests.
    pub(crate) bodies: Budget,
    /// Evaluates decisions with the settings of `shesh analyze`.
    judge: MatchAnalyzer,
}

impl App {
    pub(crate) fn new(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let Options { weights, settings, threads, seed, waiting, longest_job, memory, .. } =
            options;
        let budget = Budget::new(memory);
        let engines = Engines::new(main, others, &weights, settings, threads)?;
        let engine = engines.engine();
        // Errors are small equity differences, so replies are searched with a wide move filter.
        let closely = Settings { filter: FilterName::Wide.filter(), ..engine.settings().clone() };
        let evaluator = engine.with_settings(closely).evaluator(&Stop::never());
        Ok(Self {
            judge: MatchAnalyzer::sharing(
                &evaluator,
                engines.main_id().clone(),
                Preset::default(),
                false,
            ),
            chance: Chance::new(seed),
            sessions: AtomicU32::new(0),
            jobs: Jobs::new(engine.with_threads(engine.threads())?, longest_job, budget.clone()),
            work: Work::new(engine.clone(), waiting),
            bodies: budget.part((budget.total() / 4).max(LARGEST_FILE)),
            engines,
            budget,
        })
    }

    /// Runs a query on the engine.
    ///
    /// # Errors
    /// See [`Work::run`].
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Engine, &Stop) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<Answer<T>, ApiError> {
        let answer = self.work.run(move |engine, stop| Ok(question(engine, stop)?));
        answer.await.map(Answer)
    }

    /// Returns true if a network can evaluate a game.
    pub(crate) fn knows(&self, game: Game) -> bool {
        self.engines.id_of(game).is_ok()
    }

    /// Returns a judge for decisions of a game, with the settings of `shesh analyze`. Its methods
    /// fail if no network supports the game.
    pub(crate) fn judge_of(&self, game: Game, preset: Preset) -> MatchAnalyzer {
        let judge = self.judge.with_preset(preset);
        self.engines.id_of(game).map_or(judge.clone(), |id| judge.with_id(id))
    }

    /// Allocates a session number; the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}
