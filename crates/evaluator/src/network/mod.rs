//! Networks as values: layers, activations, and one network for each class of position.

pub(crate) mod dense;
mod file;

pub(crate) mod prepared;

use crate::{inputs::InputSet, probabilities::OUTCOMES};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Class;

/// What a hidden unit makes of its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Activation {
    /// The larger of 0 and x.
    Relu,
    /// 1 / (1 + e^-x).
    Sigmoid,
}

/// What the last layer's sums mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Output {
    /// Six logits: a softmax over those outcomes that the position allows.
    Softmax,
    /// TD-Gammon's four sigmoid units: win single, win gammon, lose single, lose gammon. Users see
    /// them divided by their sum.
    FourSigmoids,
}

impl Output {
    /// Units of the last layer.
    pub const fn units(self) -> usize {
        match self {
            Self::Softmax => OUTCOMES,
            Self::FourSigmoids => 4,
        }
    }
}

/// A fully connected layer.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct Layer {
    /// Row-major, one row of `outputs()` weights for each input.
    pub weights: Vec<f32>,
    /// One for each output.
    pub biases: Vec<f32>,
}

impl Layer {
    /// Length of the layer's input.
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.biases.len().max(1)
    }

    /// Length of the layer's output.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }
}

/// A stack of layers over an input set.
#[derive(Clone, Debug, PartialEq)]
pub struct Mlp {
    /// What the first layer sees.
    pub inputs: InputSet,
    /// Of the hidden layers.
    pub activation: Activation,
    /// Of the last layer.
    pub output: Output,
    /// From the inputs to the outputs; at least one.
    pub layers: Vec<Layer>,
}

/// Why layers do not make a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNetwork {
    /// There are no layers.
    #[error("the network has no layers")]
    NoLayers,
    /// A layer does not fit what comes before it.
    #[error("layer {layer} takes {found} inputs, but {expected} come in")]
    Inputs {
        /// Which one, from 1.
        layer: usize,
        /// What it takes.
        found: usize,
        /// What it gets.
        expected: usize,
    },
    /// A layer's weights are not a matrix.
    #[error("layer {0} has weights for a part of an input")]
    Ragged(usize),
    /// The last layer has a wrong number of units.
    #[error("the last layer has {found} units, but the outcomes need {expected}")]
    Outputs {
        /// What it has.
        found: usize,
        /// What it should have.
        expected: usize,
    },
    /// A weight is not a number.
    #[error("layer {0} has a weight that is not a finite number")]
    NotFinite(usize),
}

impl Mlp {
    /// Checks that the layers fit each other, the inputs and the outputs.
    ///
    /// # Errors
    /// Names the first thing that does not fit.
    pub fn validate(&self) -> Result<(), InvalidNetwork> {
        let mut expected = self.inputs.len();
        for (layer, number) in self.layers.iter().zip(1..) {
            if layer.biases.is_empty() || layer.weights.len() % layer.biases.len() != 0 {
                return Err(InvalidNetwork::Ragged(number));
            }
            let found = layer.inputs();
            if found != expected {
                return Err(InvalidNetwork::Inputs { layer: number, found, expected });
            }
            if !layer.weights.iter().chain(&layer.biases).all(|w| w.is_finite()) {
                return Err(InvalidNetwork::NotFinite(number));
            }
            expected = layer.outputs();
        }
        let last = self.layers.last().ok_or(InvalidNetwork::NoLayers)?;
        let (found, expected) = (last.outputs(), self.output.units());
        if found != expected {
            return Err(InvalidNetwork::Outputs { found, expected });
        }
        Ok(())
    }

    /// How many weights and biases there are.
    pub fn parameters(&self) -> usize {
        self.layers.iter().map(|layer| layer.weights.len() + layer.biases.len()).sum()
    }
}

/// Where a network comes from, as its file tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Provenance {
    /// Name of the recipe.
    pub recipe: String,
    /// Seed of the run.
    pub seed: u64,
    /// Self-play games learned from.
    pub games: u64,
    /// Positions learned from, each time one was.
    pub samples: u64,
    /// Wall time of the run in seconds.
    pub seconds: u64,
    /// Commit of the program, empty where unknown.
    pub commit: String,
    /// What the run was made on.
    pub machine: String,
}

/// One network for contact positions and, where it has them, another for those without and a small
/// one that says which contact positions are worth a closer look.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// For positions with contact, and for all when there is no other.
    pub contact: Mlp,
    /// For positions without contact.
    pub race: Option<Mlp>,
    /// A small and fast network for contact positions. A search drops those replies that it
    /// judges to be far from the best before the large one looks at the others.
    pub pruner: Option<Mlp>,
    /// Where it comes from.
    pub provenance: Provenance,
}

impl Network {
    /// The part that knows positions of a class.
    pub fn part(&self, class: Class) -> &Mlp {
        match (class, &self.race) {
            (Class::Race | Class::Bearoff, Some(race)) => race,
            _ => &self.contact,
        }
    }

    /// Checks all parts.
    ///
    /// # Errors
    /// Names the first thing that does not fit.
    pub fn validate(&self) -> Result<(), InvalidNetwork> {
        self.contact.validate()?;
        self.race.iter().chain(&self.pruner).try_for_each(Mlp::validate)
    }

    /// How many weights and biases there are.
    pub fn parameters(&self) -> usize {
        let others = self.race.iter().chain(&self.pruner);
        self.contact.parameters() + others.map(Mlp::parameters).sum::<usize>()
    }
}
