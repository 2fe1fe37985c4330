//! What a net consists of, without its weights.

use crate::{
    inputs::{BucketSet, InputSet, PatternSet},
    outcomes::{OUTCOMES, Outcomes},
};
use bincode::{Decode, Encode};

/// The shape of a [`Net`](crate::Net): nets of equal shapes have equally many weights, that mean the
/// same.
///
/// ```
/// use sheshbesh_network::{Activation, Output, Shape, inputs::{BucketSet, InputSet}};
/// // TD-Gammon's.
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
    /// What the first layer sees.
    pub inputs: InputSet,
    /// Patterns that add to the first layer's sums, and how many of its units, the first ones, they
    /// reach.
    pub patterns: Option<(PatternSet, usize)>,
    /// Positions of one bucket share the layers after the first.
    pub buckets: BucketSet,
    /// Of the hidden layers.
    pub activation: Activation,
    /// Of the last layer.
    pub output: Output,
    /// Units of each hidden layer; there may be none.
    pub hidden: Vec<usize>,
}

impl Shape {
    /// Units of each layer, from the first to the outputs.
    pub fn widths(&self) -> Vec<usize> {
        self.hidden.iter().copied().chain([self.output.units()]).collect()
    }

    /// Length of each layer's input, and its units.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> {
        let widths = self.widths();
        let inputs = [self.inputs.len()].into_iter().chain(widths.clone());
        inputs.zip(widths)
    }

    /// How many weights and biases a net of this shape has.
    pub fn parameters(&self) -> usize {
        let parameters = |(inputs, units): (usize, usize)| (inputs + 1) * units;
        let mut layers = self.layers().map(parameters);
        let first = layers.next().unwrap_or_default();
        let patterns = self.patterns.map_or(0, |(set, units)| set.count() * units);
        first + self.buckets.count() * layers.sum::<usize>() + patterns
    }
}

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
    /// Five sigmoid units: win, win gammon, win backgammon, lose gammon, lose backgammon, where a
    /// gammon includes backgammons. GNU Backgammon and most engines after it have these outputs, so
    /// networks of theirs can be converted. Where units contradict each other, the rarer outcome
    /// gives way: no more gammons than wins or losses, no more backgammons than gammons.
    FiveSigmoids,
}

impl Output {
    /// Units of the last layer.
    pub const fn units(self) -> usize {
        match self {
            Self::Softmax => OUTCOMES,
            Self::FourSigmoids => 4,
            Self::FiveSigmoids => 5,
        }
    }

    /// What the units are taught where these are the outcomes: as many numbers as there are units,
    /// then zeros.
    pub const fn target(self, outcomes: Outcomes) -> [f32; OUTCOMES] {
        let [w, wg, wb, l, lg, lb] = outcomes.0;
        match self {
            Self::Softmax => outcomes.0,
            Self::FourSigmoids => [w, wg + wb, l, lg + lb, 0.0, 0.0],
            Self::FiveSigmoids => [w + wg + wb, wg + wb, wb, lg + lb, lb, 0.0],
        }
    }
}
