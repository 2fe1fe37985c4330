//! What all handlers share.

use crate::{Options, table::Chance, work::Work};
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::verdicts::EngineId;
use sheshbesh_evaluator::Engine;
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
}

impl App {
    pub(crate) fn new(network: &Network, options: Options) -> Result<Self, ThreadPoolBuildError> {
        let Options { weights, settings, threads, seed, .. } = options;
        Ok(Self {
            engine: EngineId::with_network(&weights, network),
            learned: network.game(),
            chance: Chance::new(seed),
            sessions: AtomicU32::new(0),
            work: Work::new(Engine::new(network, settings, threads)?),
        })
    }

    /// The number of a session that begins: the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}
