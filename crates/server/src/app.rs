//! Shared application state: the engine, the dice and the jobs.

use crate::{
    Options,
    engine_pool::EnginePool,
    http::{
        answer::Answer,
        budget::{Budget, Budgets},
        error::ApiError,
        static_asset::StaticAsset,
    },
    jobs::Jobs,
    table::ServerDice,
};
use axum::extract::FromRef;
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::match_analysis::{MatchAnalyzer, Preset};
use sheshbesh_api::{Engines, QueryError};
use sheshbesh_evaluator::{Engine, FilterName, Settings, Stop};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use std::{
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Maximum size of a match file, in bytes.
pub(crate) const MAX_FILE: usize = 4 << 20;

/// State shared by all handlers.
pub(crate) struct App {
    /// The engine, and the networks by the names used in responses.
    pub(crate) engines: Engines,
    /// Source of all dice.
    pub(crate) dice: ServerDice,
    /// Number of sessions started.
    sessions: AtomicU32,
    /// Executor for engine requests.
    pub(crate) pool: EnginePool,
    /// Queue of long-running jobs.
    pub(crate) jobs: Jobs,
    pub(crate) budgets: Budgets,
    /// Folder to read the page from, instead of the embedded files.
    pub(crate) page_folder: Option<PathBuf>,
    /// Answer of `GET /games`, made by the first request.
    pub(crate) games: OnceLock<StaticAsset>,
    /// Evaluates decisions with the settings of `shesh analyze`.
    analyzer: MatchAnalyzer,
}

impl App {
    pub(crate) fn new(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let Options {
            weights, settings, threads, seed, waiting, longest_job, memory, page, ..
        } = options;
        let budget = Budget::new(memory);
        let engines = Engines::new(main, others, &weights, settings, threads)?;
        let engine = engines.engine();
        // Errors are small equity differences, so replies are searched with a wide move filter.
        let settings = Settings { filter: FilterName::Wide.filter(), ..engine.settings().clone() };
        let evaluator = engine.with_settings(settings).evaluator(&Stop::never());
        Ok(Self {
            analyzer: MatchAnalyzer::sharing(
                &evaluator,
                engines.main_id().clone(),
                Preset::default(),
                false,
            ),
            dice: ServerDice::new(seed),
            sessions: AtomicU32::new(0),
            jobs: Jobs::new(engine.with_threads(engine.threads())?, longest_job, budget.clone()),
            pool: EnginePool::new(engine.clone(), waiting),
            engines,
            page_folder: page,
            games: OnceLock::new(),
            budgets: Budgets {
                bodies: budget.part((budget.total() / 4).max(MAX_FILE)),
                all: budget,
            },
        })
    }

    /// Runs a query on the engine.
    ///
    /// # Errors
    /// See [`EnginePool::run`].
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Engine, &Stop) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<Answer<T>, ApiError> {
        let answer = self.pool.run(move |engine, stop| Ok(query(engine, stop)?));
        answer.await.map(Answer)
    }

    /// Returns true if a network can evaluate a game.
    pub(crate) fn can_evaluate(&self, game: Game) -> bool {
        self.engines.id_of(game).is_ok()
    }

    /// Returns an analyzer for decisions of a game, with the settings of `shesh analyze`. Its
    /// methods fail if no network supports the game.
    pub(crate) fn analyzer_of(&self, game: Game, preset: Preset) -> MatchAnalyzer {
        let analyzer = self.analyzer.with_preset(preset);
        self.engines.id_of(game).map_or(analyzer.clone(), |id| analyzer.with_id(id))
    }

    /// Allocates a session number; the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}

impl FromRef<Arc<App>> for Budgets {
    fn from_ref(app: &Arc<App>) -> Self {
        app.budgets.clone()
    }
}
