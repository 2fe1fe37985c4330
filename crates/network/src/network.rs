//! Networks: the nets that evaluate the positions of a game.

use crate::{
    classes::ClassSet,
    member::{Companion, Expert, Provenance, expert_of},
    net::Net,
};
use sheshbesh_movegen::{Class, Game};

/// A network: all nets that evaluate the positions of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(crate) game: Game,
    pub(crate) learned: Game,
    /// Experts of the first member of an ensemble; otherwise of the network itself.
    pub(crate) experts: Vec<Expert>,
    /// Weight of the first member in the mean: 1 less the companions' weights, except for rounding.
    pub(crate) weight: f32,
    /// The other members of an ensemble.
    pub(crate) companions: Vec<Companion>,
    pub(crate) pruner: Option<Net>,
    /// Origin of the weights; for an ensemble, of the first member's.
    pub provenance: Provenance,
}

/// Error: nets do not form a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNetwork {
    /// A class of positions has no expert, or several.
    #[error("the network has {experts} experts for {class:?} positions, not one")]
    Experts {
        /// The class of positions.
        class: Class,
        /// Number of experts for it.
        experts: usize,
    },
    /// The inputs or patterns of a net do not describe the positions of the game.
    #[error("the input encoding {inputs} does not support {game}")]
    Inputs {
        /// The name of the inputs or patterns.
        inputs: &'static str,
        /// The network's game.
        game: Game,
    },
}

impl Network {
    /// Classes of positions that the pruner evaluates.
    pub const PRUNED: ClassSet = ClassSet::CONTACT;

    /// Creates a network from experts that divide all positions of a game among them and an
    /// optional pruner, a small and fast net. A search drops the contact replies that the pruner
    /// rates far below the best one before the experts evaluate the others.
    ///
    /// ```
    /// use sheshbesh_movegen::{Class, Game};
    /// use sheshbesh_network::{ClassSet, Expert, InvalidNetwork, Network};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    /// # let net = Network::read(path.as_ref())?.experts()[0].net.clone();
    /// let expert = Expert { classes: ClassSet::ALL, net };
    /// let network = Network::new(Game::Nackgammon, vec![expert.clone()], None)?;
    /// assert_eq!(network.nets().count(), 1);
    ///
    /// let twice = Network::new(Game::Nackgammon, vec![expert.clone(), expert], None);
    /// assert_eq!(twice, Err(InvalidNetwork::Experts { class: Class::Contact, experts: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a class of positions has no expert or several, or if the inputs of a net do not describe
    /// the game.
    pub fn new(
        game: Game,
        experts: Vec<Expert>,
        pruner: Option<Net>,
    ) -> Result<Self, InvalidNetwork> {
        for class in [Class::Contact, Class::Race, Class::Bearoff] {
            let experts = experts.iter().filter(|expert| expert.classes.contains(class)).count();
            if experts != 1 {
                return Err(InvalidNetwork::Experts { class, experts });
            }
        }
        let provenance = Provenance::default();
        let (weight, companions) = (1.0, Vec::new());
        let network = Self { game, learned: game, experts, weight, companions, pruner, provenance };
        match network.foreign_inputs(game) {
            Some(inputs) => Err(InvalidNetwork::Inputs { inputs, game }),
            None => Ok(network),
        }
    }

    /// Returns inputs or patterns of a net that do not describe `game`, if there are any.
    fn foreign_inputs(&self, game: Game) -> Option<&'static str> {
        self.nets().find_map(|net| net.shape().foreign_to(game))
    }

    /// Returns true if the network's inputs describe the positions of a game. The quality of the
    /// evaluations is a separate matter if the network was trained on another game.
    pub fn judges(&self, game: Game) -> bool {
        self.foreign_inputs(game).is_none()
    }

    /// Uses the same nets for another game. The rules of that game decide how a game ends and the
    /// value of a win. Wins above the largest win of that game count as its largest win.
    ///
    /// # Errors
    /// If the inputs of a net do not describe the game.
    pub fn for_game(self, game: Game) -> Result<Self, InvalidNetwork> {
        match self.foreign_inputs(game) {
            Some(inputs) => Err(InvalidNetwork::Inputs { inputs, game }),
            None => Ok(Self { game, ..self }),
        }
    }

    /// The game whose positions the network evaluates.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The game that the network was trained on.
    pub fn learned(&self) -> Game {
        self.learned
    }

    /// The experts; for an ensemble, those of the first member.
    pub fn experts(&self) -> &[Expert] {
        &self.experts
    }

    /// Returns the index of the expert for a class of positions. Finished games need no expert; for
    /// them the index is arbitrary but valid.
    pub fn expert_of(&self, class: Class) -> usize {
        expert_of(&self.experts, class)
    }

    /// The pruner, if there is one; see [`Network::new`].
    pub fn pruner(&self) -> Option<&Net> {
        self.pruner.as_ref()
    }

    /// All nets: the experts, then the pruner, then the experts of an ensemble's other members.
    pub fn nets(&self) -> impl Iterator<Item = &Net> {
        let companions = self.companions.iter().flat_map(Companion::experts);
        let experts = self.experts.iter().map(|expert| &expert.net);
        experts.chain(&self.pruner).chain(companions.map(|expert| &expert.net))
    }

    /// Number of weights and biases of all nets.
    pub fn parameters(&self) -> usize {
        self.nets().map(|net| net.shape().parameters()).sum()
    }
}
