//! The engine, the dice, the jobs: one of each for all requests.

use crate::{Options, jobs::Jobs, table::Chance, work::Work};
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::{
    judged::{Judge, Preset},
    verdicts::EngineId,
};
use sheshbesh_evaluator::{CannotJudge, Engine, FilterName, Settings, Stop};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use std::sync::atomic::{AtomicU32, Ordering};

/// What all handlers share.
pub(crate) struct App {
    /// Each network by the game that it has learned, as answers name it.
    engines: Vec<(Game, EngineId)>,
    /// All dice.
    pub(crate) chance: Chance,
    /// How many sessions have begun.
    sessions: AtomicU32,
    /// Where questions are put to the network.
    pub(crate) work: Work,
    /// What takes long.
    pub(crate) jobs: Jobs,
    /// Judges decisions as `analyze` does.
    judge: Judge,
}

impl App {
    pub(crate) fn new(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let Options { weights, settings, threads, seed, waiting, longest_job, .. } = options;
        let networks = std::iter::once(main).chain(others.iter().copied());
        let named = |network: &Network| (network.game(), EngineId::with_network(&weights, network));
        let engines: Vec<(Game, EngineId)> = networks.map(named).collect();
        let engine = Engine::with_others(main, others, settings, threads)?;
        // Errors are small differences: replies are looked at closely.
        let closely = Settings { filter: FilterName::Wide.filter(), ..engine.settings().clone() };
        let evaluator = engine.with_settings(closely).evaluator(&Stop::never());
        Ok(Self {
            judge: Judge::sharing(&evaluator, engines[0].1.clone(), Preset::default(), false),
            engines,
            chance: Chance::new(seed),
            sessions: AtomicU32::new(0),
            jobs: Jobs::new(engine.with_threads(engine.threads())?, longest_job),
            work: Work::new(engine, waiting),
        })
    }

    /// Who judges a game, as answers name it.
    ///
    /// # Errors
    /// When no network does.
    pub(crate) fn engine_of(&self, game: Game) -> Result<EngineId, CannotJudge> {
        let learned = self.work.engine().learned_for(game)?;
        let known = self.engines.iter().find(|(known, _)| *known == learned);
        Ok(known.unwrap_or(&self.engines[0]).1.clone())
    }

    /// Whether a network judges a game.
    pub(crate) fn knows(&self, game: Game) -> bool {
        self.engine_of(game).is_ok()
    }

    /// Who judges decisions of a game as `analyze` does; or refuses to, where no network knows it.
    pub(crate) fn judge_of(&self, game: Game, preset: Preset) -> Judge {
        let judge = self.judge.with_preset(preset);
        self.engine_of(game).map_or(judge.clone(), |id| judge.with_id(id))
    }

    /// The number of a session that begins: the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}
