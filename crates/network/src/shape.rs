//! Shape of a net: everything but its weights.

use crate::{
    inputs::{BucketSet, InputSet, PatternSet},
    outcomes::{OUTCOMES, Outcomes},
};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Game;

/// The shape of a [`Net`](crate::Net). Nets of equal shapes have the same number of weights, with
/// the same meaning.
///
/// ```
/// use sheshbesh_network::{Activation, Output, Shape, inputs::{BucketSet, InputSet}};
/// // TD-Gammon.
/// let shape = Shape {
///     inputs: InputSet::Tesauro198,
///     patterns: None,
///     buckets: BucketSet::Single,
///     activation: Activation::Sigmoid,
///     output: Output::FourSigmoids,
///     hidden: vec![80],
/// };
/// assert_eq!(shape.layers().collect::<Vec<_>>(), [(198, 80), (80, 4)]);
/// assert_eq!(shape.parameters(), 199 * 80 + 81 * 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs of the first layer.
    pub inputs: InputSet,
    /// Patterns that add to the sums of the first layer, and the number of units that they reach.
    /// They reach the first units of the layer.
    pub patterns: Option<(PatternSet, usize)>,
    /// Classification of positions into buckets. Each bucket has its own layers after the first.
    pub buckets: BucketSet,
    /// Activation of the hidden layers.
    pub activation: Activation,
    /// Outputs of the last layer.
    pub output: Output,
    /// Number of units of each hidden layer; may be empty.
    pub hidden: Vec<usize>,
}

impl Shape {
    /// Number of units of each layer, from the first to the output layer.
    pub fn widths(&self) -> Vec<usize> {
        self.hidden.iter().copied().chain([self.output.units()]).collect()
    }

    /// Number of inputs and of units of each layer.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> {
        let widths = self.widths();
        let inputs = [self.inputs.len()].into_iter().chain(widths.clone());
        inputs.zip(widths)
    }

    /// Name of the inputs or patterns if they do not describe the positions of a game.
    pub fn foreign_to(&self, game: Game) -> Option<&'static str> {
        let patterns = self.patterns.map(|(set, _)| set);
        match patterns {
            _ if !self.inputs.describes(game) => Some(self.inputs.name()),
            Some(set) if !set.describes(game) => Some(set.name()),
            _ => None,
        }
    }

    /// Number of weights and biases of a net of this shape.
    pub fn parameters(&self) -> usize {
        let parameters = |(inputs, units): (usize, usize)| (inputs + 1) * units;
        let mut layers = self.layers().map(parameters);
        let first = layers.next().unwrap_or_default();
        let patterns = self.patterns.map_or(0, |(set, units)| set.count() * units);
        first + self.buckets.count() * layers.sum::<usize>() + patterns
    }
}

/// Activation function of the hidden layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Activation {
    /// The larger of 0 and x.
    Relu,
    /// 1 / (1 + e^-x).
    Sigmoid,
}

/// Meaning of the last layer's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Output {
    /// Six logits: a softmax over the outcomes that are possible in the position.
    Softmax,
    /// TD-Gammon's four sigmoid units: win single, win gammon, lose single, lose gammon.
    /// Evaluations divide them by their sum.
    FourSigmoids,
    /// Five sigmoid units: win, win gammon, win backgammon, lose gammon, lose backgammon; gammons
    /// include backgammons. GNU Backgammon and most engines after it have these outputs, so their
    /// networks can be converted. Contradictory units are resolved by limiting the rarer outcome:
    /// no more gammons than wins or losses, no more backgammons than gammons.
    FiveSigmoids,
}

impl Output {
    /// Number of units of the last layer.
    pub const fn units(self) -> usize {
        match self {
            Self::Softmax => OUTCOMES,
            Self::FourSigmoids => 4,
            Self::FiveSigmoids => 5,
        }
    }

    /// Returns the training targets of the units for the given outcomes: one value per unit, then
    /// zeros.
    pub const fn target(self, outcomes: Outcomes) -> [f32; OUTCOMES] {
        let [w, wg, wb, l, lg, lb] = outcomes.0;
        match self {
            Self::Softmax => outcomes.0,
            Self::FourSigmoids => [w, wg + wb, l, lg + lb, 0.0, 0.0],
            Self::FiveSigmoids => [w + wg + wb, wg + wb, wb, lg + lb, lb, 0.0],
        }
    }
}
