//! Networks of an evaluator, and the choice among them for a game.

use super::error::EvaluationError;
use sheshbesh_movegen::Game;
use sheshbesh_network::{FastNetwork, Kinship, Network};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Number of networks prepared so far.
static PREPARED: AtomicU64 = AtomicU64::new(0);

/// A network prepared for evaluation.
struct Prepared {
    fast: Arc<FastNetwork>,
    learned: Game,
    /// Distinguishes it from other prepared networks.
    number: u64,
}

impl Prepared {
    fn new(network: &Network) -> Self {
        Self {
            fast: Arc::new(FastNetwork::new(network)),
            learned: network.learned(),
            number: PREPARED.fetch_add(1, Ordering::Relaxed),
        }
    }
}

/// All networks of an evaluator, the main one first; clones share them.
#[derive(Clone)]
pub(crate) struct Networks(Arc<[Prepared]>);

/// A network with the rules of the game that it evaluates.
#[derive(Clone)]
pub(crate) struct GameNetwork {
    pub(super) fast: Arc<FastNetwork>,
    pub(super) game: Game,
    /// Distinguishes the network from others, whatever the game.
    pub(super) number: u64,
}

impl Networks {
    /// Prepares networks.
    pub(crate) fn new(main: &Network, others: &[&Network]) -> Self {
        Self(std::iter::once(main).chain(others.iter().copied()).map(Prepared::new).collect())
    }

    /// The main network with the rules of its own game.
    pub(crate) fn main(&self, game: Game) -> GameNetwork {
        let Prepared { fast, number, .. } = &self.0[0];
        GameNetwork { fast: Arc::clone(fast), game, number: *number }
    }

    /// Selects the network for a game; `present` is the network in use, which is kept if it is the
    /// right one.
    ///
    /// # Errors
    /// Returns an error if no network's inputs describe the game.
    pub(crate) fn choose(
        &self,
        game: Game,
        present: &GameNetwork,
    ) -> Result<GameNetwork, EvaluationError> {
        let Prepared { fast, number, .. } = self.nearest(game)?;
        if game == present.game && *number == present.number {
            return Ok(present.clone());
        }
        let fast = Arc::new(fast.for_game(game).ok_or_else(|| self.other_rules(game))?);
        Ok(GameNetwork { fast, game, number: *number })
    }

    /// Game that was learned by the network for `game`.
    ///
    /// # Errors
    /// Returns an error if no network's inputs describe the game.
    pub(crate) fn learned_for(&self, game: Game) -> Result<Game, EvaluationError> {
        self.nearest(game).map(|network| network.learned)
    }

    fn nearest(&self, game: Game) -> Result<&Prepared, EvaluationError> {
        let networks = self.0.iter().enumerate();
        let able = networks.filter(|(_, network)| network.fast.for_game(game).is_some());
        let able = able.map(|(index, network)| (index, network.learned));
        let index = Kinship::nearest(able, game).ok_or_else(|| self.other_rules(game))?;
        Ok(&self.0[index])
    }

    fn other_rules(&self, game: Game) -> EvaluationError {
        EvaluationError::OtherRules { learned: self.0[0].learned, game }
    }
}
