//! The engine, the dice, the jobs: one of each for all requests.

use crate::{Options, jobs::Jobs, table::Chance, work::Work};
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::{
    judged::{Judge, Preset},
    verdicts::EngineId,
};
use sheshbesh_evaluator::{Engine, FilterName, Settings, Stop};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use std::sync::atomic::{AtomicU32, Ordering};

/// What all handlers share.
pub(crate) struct App {
    /// Who answers, as answers name it.
    pub(crate) engine: EngineId,
    /// The game that the network has learned.
    pub(crate) learned: Game,
    /// All dice.
    pub(crate) chance: Chance,
    /// How many sessions have begun.
    sessions: AtomicU32,
    /// Where questions are put to the network.
    pub(crate) work: Work,
    /// What takes long.
    pub(crate) jobs: Jobs,
    /// Judges decisions as `analyze` does.
    pub(crate) judge: Judge,
}

impl App {
    pub(crate) fn new(network: &Network, options: Options) -> Result<Self, ThreadPoolBuildError> {
        let Options { weights, settings, threads, seed, waiting, longest_job, .. } = options;
        let id = EngineId::with_network(&weights, network);
        let engine = Engine::new(network, settings, threads)?;
        // Errors are small differences: replies are looked at closely.
        let closely = Settings { filter: FilterName::Wide.filter(), ..engine.settings().clone() };
        let evaluator = engine.with_settings(closely).evaluator(&Stop::never());
        Ok(Self {
            judge: Judge::sharing(&evaluator, id.clone(), Preset::default(), false),
            engine: id,
            learned: network.game(),
            chance: Chance::new(seed),
            sessions: AtomicU32::new(0),
            jobs: Jobs::new(engine.with_threads(engine.threads())?, longest_job),
            work: Work::new(engine, waiting),
        })
    }

    /// The number of a session that begins: the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}
