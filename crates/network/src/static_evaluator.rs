//! Evaluations of positions by a network, without search.

use crate::{
    inference::{FastNetwork, Workspace},
    network::Network,
    outcomes::Outcomes,
};
use sheshbesh_movegen::Position;

/// A network with the workspace that it needs to evaluate positions.
///
/// Each thread needs its own evaluator.
///
/// ```
/// use sheshbesh_movegen::Game;
/// use sheshbesh_network::{StaticEvaluator, Network, Probabilities};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
/// let mut evaluator = StaticEvaluator::new(&Network::read(path.as_ref())?);
/// let start = Game::Backgammon.start();
/// let p = Probabilities::from(evaluator.outcomes(&start));
/// assert!(p.win > 0.5 && p.win_gammon < 0.3);
/// # Ok::<(), sheshbesh_network::file::FileError>(())
/// ```
pub struct StaticEvaluator {
    network: FastNetwork,
    workspace: Workspace,
    outcomes: Vec<Outcomes>,
}

impl StaticEvaluator {
    /// Prepares a network for evaluation.
    pub fn new(network: &Network) -> Self {
        let network = FastNetwork::new(network);
        let workspace = network.workspace();
        Self { network, workspace, outcomes: Vec::new() }
    }

    /// Returns the outcomes of a position for its player on roll.
    pub fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.outcomes_near(&FastNetwork::EMPTY, std::slice::from_ref(position))[0]
    }

    /// Returns the outcomes of the given positions, such as the positions after a roll, each for
    /// its player on roll. Evaluation is faster the more the positions have in common with `base`.
    pub fn outcomes_near(&mut self, base: &Position, positions: &[Position]) -> &[Outcomes] {
        let Self { network, workspace, outcomes } = self;
        network.evaluate(workspace, |_| None, base, positions, outcomes);
        outcomes
    }
}
