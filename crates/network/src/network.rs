//! Networks as values: which net judges which positions of a game.

use crate::{
    classes::ClassSet,
    inputs::InputSet,
    member::{Companion, Expert, Provenance, expert_of},
    net::Net,
};
use sheshbesh_movegen::{Class, Game};

/// All that judges the positions of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    game: Game,
    learned: Game,
    /// The experts of the first member; for a network that is no ensemble, of the only one.
    pub(crate) experts: Vec<Expert>,
    /// The first member's part of the mean: 1 less the companions' but for rounding.
    pub(crate) weight: f32,
    /// The other members.
    pub(crate) companions: Vec<Companion>,
    pruner: Option<Net>,
    /// Origin of the weights; of the first member's where there are several.
    pub provenance: Provenance,
}

/// Why nets do not make a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNetwork {
    /// Positions that no expert judges, or more than one.
    #[error("the network has {experts} experts for {class:?} positions, not one")]
    Experts {
        /// Which positions.
        class: Class,
        /// How many judge them.
        experts: usize,
    },
    /// A net sees other games' positions.
    #[error("the inputs {inputs} do not describe {game}")]
    Inputs {
        /// What the net sees.
        inputs: InputSet,
        /// The network's game.
        game: Game,
    },
}

impl Network {
    /// Positions that a pruner judges.
    pub const PRUNED: ClassSet = ClassSet::CONTACT;

    /// Experts that share all positions of a game among them, and, where there is one, a pruner: a
    /// small and fast net. A search drops those replies with contact that it judges to be far from the
    /// best before the experts look at the others.
    ///
    /// ```
    /// use sheshbesh_movegen::{Class, Game};
    /// use sheshbesh_network::{ClassSet, Expert, InvalidNetwork, Network};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/small.weights");
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
    /// When a class of positions has no expert, or several, or inputs are another game's.
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

    /// Inputs of its nets that do not describe a game.
    fn foreign_inputs(&self, game: Game) -> Option<InputSet> {
        self.nets().map(|net| net.shape().inputs).find(|inputs| !inputs.describes(game))
    }

    /// Whether it can judge positions of a game: whether its inputs describe them. How well it does
    /// that where it was taught another game is another question.
    pub fn judges(&self, game: Game) -> bool {
        self.foreign_inputs(game).is_none()
    }

    /// The same nets for another game: its rules say how a game ends and what a win counts. Wins that
    /// count more in the game that was learned only are as good as the next less.
    ///
    /// # Errors
    /// When its inputs do not describe that game.
    pub fn for_game(self, game: Game) -> Result<Self, InvalidNetwork> {
        match self.foreign_inputs(game) {
            Some(inputs) => Err(InvalidNetwork::Inputs { inputs, game }),
            None => Ok(Self { game, ..self }),
        }
    }

    /// The game whose positions it judges.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The game that it was taught.
    pub fn learned(&self) -> Game {
        self.learned
    }

    /// The experts; of an ensemble, its first member's.
    pub fn experts(&self) -> &[Expert] {
        &self.experts
    }

    /// The number of the expert that judges positions of a class; finished games need none, and get
    /// any.
    pub fn expert_of(&self, class: Class) -> usize {
        expert_of(&self.experts, class)
    }

    /// The pruner, where there is one, see [`Network::new`].
    pub fn pruner(&self) -> Option<&Net> {
        self.pruner.as_ref()
    }

    /// All nets: the experts', then the pruner, then those of an ensemble's other members.
    pub fn nets(&self) -> impl Iterator<Item = &Net> {
        let companions = self.companions.iter().flat_map(Companion::experts);
        let experts = self.experts.iter().map(|expert| &expert.net);
        experts.chain(&self.pruner).chain(companions.map(|expert| &expert.net))
    }

    /// How many weights and biases there are.
    pub fn parameters(&self) -> usize {
        self.nets().map(|net| net.shape().parameters()).sum()
    }
}
