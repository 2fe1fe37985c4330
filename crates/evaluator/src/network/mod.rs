//! Networks as values: layers, activations, and one network for each class of position.

mod file;
mod patterns;
pub(crate) mod prepared;

pub use patterns::PatternTable;

use crate::{
    inputs::{self, InputSet, PATTERNS, PLANS},
    probabilities::OUTCOMES,
};
use bincode::{Decode, Encode};
use sheshbesh_movegen::{Class, Position};

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
    /// The first layer.
    pub first: Layer,
    /// What a position's patterns add to the first layer's sums.
    pub patterns: Option<PatternTable>,
    /// The layers after the first: one stack for all positions, or one for each
    /// [plan](crate::inputs::plan). All are of the same shape.
    pub stacks: Vec<Vec<Layer>>,
}

/// Why layers do not make a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNetwork {
    /// There is neither one stack nor one for each plan.
    #[error("the network has {0} stacks of layers, not 1 or {PLANS}")]
    Stacks(usize),
    /// The stacks of layers differ in shape.
    #[error("the network's stacks of layers differ in shape")]
    UnlikeStacks,
    /// The pattern table does not fit.
    #[error("the pattern table does not fit the first layer")]
    Patterns,
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
    /// A layer has more units than the forward pass can number.
    #[error("layer {layer} has {units} units, and at most {MOST_UNITS} can be used")]
    Wide {
        /// Which one, from 1.
        layer: usize,
        /// What it has.
        units: usize,
    },
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

/// The widest layer: the forward pass numbers a layer's units in sixteen bits.
pub const MOST_UNITS: usize = 1 << u16::BITS;

/// Which of so many stacks judges a position.
#[inline(always)]
fn stack_of(stacks: usize, position: &Position) -> usize {
    if stacks > 1 { inputs::plan(position) } else { 0 }
}

impl Mlp {
    /// Checks that the layers fit each other, the inputs and the outputs.
    ///
    /// # Errors
    /// Names the first thing that does not fit.
    pub fn validate(&self) -> Result<(), InvalidNetwork> {
        if ![1, PLANS].contains(&self.stacks.len()) {
            return Err(InvalidNetwork::Stacks(self.stacks.len()));
        }
        for stack in &self.stacks {
            let mut expected = self.inputs.len();
            for (layer, number) in std::iter::once(&self.first).chain(stack).zip(1..) {
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
                if expected > MOST_UNITS {
                    return Err(InvalidNetwork::Wide { layer: number, units: expected });
                }
            }
            let (found, expected) = (expected, self.output.units());
            if found != expected {
                return Err(InvalidNetwork::Outputs { found, expected });
            }
        }
        let widths = |stack: &[Layer]| stack.iter().map(Layer::outputs).collect::<Vec<_>>();
        if self.stacks.iter().any(|stack| widths(stack) != widths(&self.stacks[0])) {
            return Err(InvalidNetwork::UnlikeStacks);
        }
        match &self.patterns {
            Some(table) if !table.fits(self.first.outputs()) => Err(InvalidNetwork::Patterns),
            _ => Ok(()),
        }
    }

    /// Units of each layer, from the first to the outputs.
    pub fn widths(&self) -> Vec<usize> {
        std::iter::once(&self.first).chain(&self.stacks[0]).map(Layer::outputs).collect()
    }

    /// Number of the stack that judges a position: its plan, where there is a stack for each.
    pub fn stack_of(&self, position: &Position) -> usize {
        stack_of(self.stacks.len(), position)
    }

    /// The same function in another shape: with patterns, all zero, for `pattern_units` units where
    /// there were none, and `stacks` stacks, all alike, where there was one.
    pub fn grown(mut self, pattern_units: usize, stacks: usize) -> Self {
        if self.patterns.is_none() && pattern_units > 0 {
            self.patterns = Some(PatternTable::zeros(pattern_units));
        }
        if let [stack] = &self.stacks[..] {
            self.stacks = vec![stack.clone(); stacks];
        }
        self
    }

    /// The same with some of the first layer's units alone: those with the numbers `kept`, which
    /// ascend.
    ///
    /// # Panics
    /// When the first layer is the only one, or has no such units.
    pub fn narrowed(&self, kept: &[usize]) -> Self {
        let width = self.first.outputs();
        let weights = self.first.weights.chunks_exact(width);
        let first = Layer {
            weights: weights.flat_map(|row| kept.iter().map(|&unit| row[unit])).collect(),
            biases: kept.iter().map(|&unit| self.first.biases[unit]).collect(),
        };
        let narrowed = |stack: &Vec<Layer>| {
            let [second, later @ ..] = &stack[..] else { panic!("there is one layer only") };
            let rows = |&unit: &usize| {
                second.weights[unit * second.outputs()..][..second.outputs()].iter().copied()
            };
            let weights = kept.iter().flat_map(rows).collect();
            let second = Layer { weights, biases: second.biases.clone() };
            std::iter::once(second).chain(later.iter().cloned()).collect()
        };
        let patterns = self.patterns.as_ref().map(|table| {
            let known = kept.partition_point(|&unit| unit < table.units());
            table.narrowed(&kept[..known])
        });
        let stacks = self.stacks.iter().map(narrowed).collect();
        Self { first, patterns, stacks, ..self.clone() }
    }

    /// Whether another network has as many inputs, units, patterns and stacks, and the same
    /// activation and output.
    pub fn has_shape_of(&self, other: &Self) -> bool {
        let shape = |part: &Self| {
            let patterns = part.patterns.as_ref().map(PatternTable::units);
            (part.inputs, part.activation, part.output, patterns, part.stacks.len())
        };
        shape(self) == shape(other) && self.widths() == other.widths()
    }

    /// How many weights and biases there are.
    pub fn parameters(&self) -> usize {
        let layers = std::iter::once(&self.first).chain(self.stacks.iter().flatten());
        let in_layers = layers.map(|layer| layer.weights.len() + layer.biases.len());
        let in_patterns = self.patterns.as_ref().map_or(0, |table| PATTERNS * table.units());
        in_layers.sum::<usize>() + in_patterns
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_too_wide_for_the_forward_pass_are_refused() {
        let layer = |inputs: usize, outputs: usize| Layer {
            weights: vec![0.0; inputs * outputs],
            biases: vec![0.0; outputs],
        };
        let inputs = InputSet::Tesauro198;
        let mlp = |units: usize| Mlp {
            inputs,
            activation: Activation::Relu,
            output: Output::Softmax,
            first: layer(inputs.len(), 1),
            patterns: None,
            stacks: vec![vec![layer(1, units), layer(units, OUTCOMES)]],
        };
        assert_eq!(mlp(MOST_UNITS).validate(), Ok(()));
        let units = MOST_UNITS + 1;
        let error = InvalidNetwork::Wide { layer: 2, units };
        assert_eq!(mlp(units).validate(), Err(error));
    }
}
