//! A network's own verdicts, without search.

use crate::{
    inference::{FastNetwork, Scratch},
    network::Network,
    outcomes::Outcomes,
};
use sheshbesh_movegen::Position;

/// A network ready to judge positions as they stand, with the room that it needs for that.
///
/// One thread uses one judge.
///
/// ```
/// use sheshbesh_movegen::Game;
/// use sheshbesh_network::{Judge, Network, Probabilities};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/small.weights");
/// let mut judge = Judge::new(&Network::read(path.as_ref())?);
/// let start = Game::Backgammon.start();
/// let verdict = Probabilities::from(judge.outcomes(&start));
/// assert!(verdict.win > 0.5 && verdict.win_gammon < 0.3);
/// # Ok::<(), sheshbesh_network::file::FileError>(())
/// ```
pub struct Judge {
    network: FastNetwork,
    scratch: Scratch,
    outcomes: Vec<Outcomes>,
}

impl Judge {
    /// Prepares a network.
    pub fn new(network: &Network) -> Self {
        let network = FastNetwork::new(network);
        let scratch = network.scratch();
        Self { network, scratch, outcomes: Vec::new() }
    }

    /// Outcomes for the player on roll.
    pub fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.outcomes_near(&FastNetwork::EMPTY, std::slice::from_ref(position))[0]
    }

    /// Outcomes of the positions that a roll leads to, or of any others; each for its player on
    /// roll. The more the positions have in common with `base`, the faster it is.
    pub fn outcomes_near(&mut self, base: &Position, positions: &[Position]) -> &[Outcomes] {
        let Self { network, scratch, outcomes } = self;
        network.evaluate(scratch, |_| None, base, positions, outcomes);
        outcomes
    }
}
