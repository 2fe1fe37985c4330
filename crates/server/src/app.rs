//! What all handlers share.

use crate::{Options, work::Work};
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::verdicts::EngineId;
use sheshbesh_evaluator::Engine;
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;

/// What all handlers share.
pub(crate) struct App {
    /// Who answers, as answers name it.
    pub(crate) engine: EngineId,
    /// The game that the network has learned.
    pub(crate) learned: Game,
    /// Seed of all dice.
    #[expect(dead_code, reason = "the table rolls with it")]
    pub(crate) seed: u64,
    /// Where questions are put to the network.
    pub(crate) work: Work,
}

impl App {
    pub(crate) fn new(network: &Network, options: Options) -> Result<Self, ThreadPoolBuildError> {
        let Options { weights, settings, threads, seed, .. } = options;
        Ok(Self {
            engine: EngineId::with_network(&weights, network),
            learned: network.game(),
            seed,
            work: Work::new(Engine::new(network, settings, threads)?),
        })
    }
}
