//! A net: layers over an input set.

use crate::{
    inputs::{BucketSet, PatternSet},
    pattern_table::PatternTable,
    shape::Shape,
};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Position;

/// A fully connected layer.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct Layer {
    /// Weights in row-major order, one row of `outputs()` weights for each input.
    pub weights: Vec<f32>,
    /// A bias for each output.
    pub biases: Vec<f32>,
}

impl Layer {
    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.biases.len().max(1)
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }
}

/// All parameters of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The first layer.
    pub first: Layer,
    /// Weights of the patterns, which add to the first layer's sums.
    pub patterns: Option<PatternTable>,
    /// The layers after the first: a stack of layers for each bucket.
    pub stacks: Vec<Vec<Layer>>,
}

/// A net: a shape, and weights that fit it.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    shape: Shape,
    weights: Weights,
}

/// Maximum number of units of a layer: the forward pass stores unit indices in 16 bits.
pub const MOST_UNITS: usize = 1 << u16::BITS;

/// Error: weights do not form a net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNet {
    /// The number of stacks differs from the number of buckets.
    #[error("the network has {found} stacks of layers, not {expected}")]
    Stacks {
        /// Number of stacks.
        found: usize,
        /// Number of buckets.
        expected: usize,
    },
    /// The number of layers differs from that of the shape.
    #[error("the network has {found} layers, not {expected}")]
    Layers {
        /// Number of layers.
        found: usize,
        /// Number of layers of the shape.
        expected: usize,
    },
    /// A layer has the wrong number of weights or biases.
    #[error(
        "layer {layer} has {weights} weights and {biases} biases, not {inputs} × {units} and \
         {units}"
    )]
    Layer {
        /// Number of the layer, from 1.
        layer: usize,
        /// Number of its inputs.
        inputs: usize,
        /// Number of its units.
        units: usize,
        /// Number of its weights.
        weights: usize,
        /// Number of its biases.
        biases: usize,
    },
    /// A layer has no units, or more than [`MOST_UNITS`].
    #[error("layer {layer} has {units} units, not 1 to {MOST_UNITS}")]
    Units {
        /// Number of the layer, from 1.
        layer: usize,
        /// Number of its units.
        units: usize,
    },
    /// The pattern table does not match the shape.
    #[error("the pattern table does not match the first layer")]
    Patterns,
    /// A weight or bias is infinite or not a number.
    #[error("layer {0} has a weight that is not a finite number")]
    NotFinite(usize),
}

/// Returns true if all numbers are finite.
// Has no early exit, so that the loop is vectorised.
pub(crate) fn are_finite(numbers: &[f32]) -> bool {
    numbers.iter().fold(true, |finite, number| finite & number.is_finite())
}

impl Net {
    /// Creates a net from a shape and weights.
    ///
    /// # Errors
    /// If the weights do not fit the shape; the error names the first mismatch.
    pub fn new(shape: Shape, weights: Weights) -> Result<Self, InvalidNet> {
        for (units, layer) in shape.widths().into_iter().zip(1..) {
            if !(1..=MOST_UNITS).contains(&units) {
                return Err(InvalidNet::Units { layer, units });
            }
        }
        let (found, expected) = (weights.stacks.len(), shape.buckets.count());
        if found != expected {
            return Err(InvalidNet::Stacks { found, expected });
        }
        for stack in &weights.stacks {
            let (found, expected) = (1 + stack.len(), 1 + shape.hidden.len());
            if found != expected {
                return Err(InvalidNet::Layers { found, expected });
            }
            let layers = std::iter::once(&weights.first).chain(stack);
            for ((layer, (inputs, units)), number) in layers.zip(shape.layers()).zip(1..) {
                let (weights, biases) = (layer.weights.len(), layer.biases.len());
                if (weights, biases) != (inputs * units, units) {
                    return Err(InvalidNet::Layer {
                        layer: number,
                        inputs,
                        units,
                        weights,
                        biases,
                    });
                }
                if !are_finite(&layer.weights) || !are_finite(&layer.biases) {
                    return Err(InvalidNet::NotFinite(number));
                }
            }
        }
        let fits = match (&weights.patterns, shape.patterns) {
            (Some(table), Some((set, units))) => {
                units <= weights.first.outputs() && table.fits(set, units)
            }
            (None, None) => true,
            _ => false,
        };
        if fits { Ok(Self { shape, weights }) } else { Err(InvalidNet::Patterns) }
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the shape and the weights.
    pub fn into_parts(self) -> (Shape, Weights) {
        (self.shape, self.weights)
    }

    /// Layers that evaluate a position: the first layer and the stack of the position's bucket.
    pub fn layers_for(&self, position: &Position) -> impl Iterator<Item = &Layer> {
        let stack = &self.weights.stacks[self.shape.buckets.bucket(position)];
        std::iter::once(&self.weights.first).chain(stack)
    }

    /// Converts the net to a larger shape without changing its function. Adds zero rows for
    /// patterns that it lacks, and copies a single stack to all buckets. Other parts stay
    /// unchanged.
    pub fn grown(mut self, patterns: Option<(PatternSet, usize)>, buckets: BucketSet) -> Self {
        if let (None, Some((set, units))) = (self.shape.patterns, patterns) {
            self.shape.patterns = patterns;
            self.weights.patterns = Some(PatternTable::zeros(set, units));
        }
        if let (Some((known, units)), Some((set, _))) = (self.shape.patterns, patterns)
            && set.extends(known)
        {
            self.shape.patterns = Some((set, units));
            self.weights.patterns = self.weights.patterns.map(|table| table.extended(set));
        }
        if let [stack] = &self.weights.stacks[..] {
            self.shape.buckets = buckets;
            self.weights.stacks = vec![stack.clone(); buckets.count()];
        }
        self
    }

    /// Keeps only some units of the first layer: those with the indices `kept`, in ascending order.
    ///
    /// # Panics
    /// If the first layer is the only one, or if an index is out of range.
    pub fn narrowed(&self, kept: &[usize]) -> Self {
        let Weights { first, patterns, stacks } = &self.weights;
        let rows = first.weights.chunks_exact(first.outputs());
        let narrow = Layer {
            weights: rows.flat_map(|row| kept.iter().map(|&unit| row[unit])).collect(),
            biases: kept.iter().map(|&unit| first.biases[unit]).collect(),
        };
        let narrow_stack = |stack: &Vec<Layer>| {
            let [second, later @ ..] = &stack[..] else { panic!("the net has one layer") };
            let rows = |&unit: &usize| {
                second.weights[unit * second.outputs()..][..second.outputs()].iter().copied()
            };
            let weights = kept.iter().flat_map(rows).collect();
            let second = Layer { weights, biases: second.biases.clone() };
            std::iter::once(second).chain(later.iter().cloned()).collect()
        };
        let narrow_patterns = |table: &PatternTable| {
            let known = kept.partition_point(|&unit| unit < table.units());
            (known > 0).then(|| table.narrowed(&kept[..known]))
        };
        let weights = Weights {
            first: narrow,
            patterns: patterns.as_ref().and_then(narrow_patterns),
            stacks: stacks.iter().map(narrow_stack).collect(),
        };
        let mut shape = self.shape.clone();
        shape.hidden[0] = kept.len();
        let units = weights.patterns.as_ref().map(PatternTable::units);
        shape.patterns = shape.patterns.zip(units).map(|((set, _), units)| (set, units));
        Self { shape, weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        inputs::InputSet,
        shape::{Activation, Output},
    };

    fn make_shape(hidden: &[usize]) -> Shape {
        Shape {
            inputs: InputSet::Points1,
            patterns: None,
            buckets: BucketSet::Single,
            activation: Activation::Relu,
            output: Output::Softmax,
            hidden: hidden.to_vec(),
        }
    }

    fn zeros(shape: &Shape) -> Weights {
        let layer = |(inputs, units): (usize, usize)| Layer {
            weights: vec![0.0; inputs * units],
            biases: vec![0.0; units],
        };
        let mut layers = shape.layers().map(layer);
        let first = layers.next().unwrap();
        let patterns = shape.patterns.map(|(set, units)| PatternTable::zeros(set, units));
        Weights { first, patterns, stacks: vec![layers.collect(); shape.buckets.count()] }
    }

    #[test]
    fn layers_too_wide_for_the_forward_pass_are_refused() {
        let net = |units: usize| {
            let shape = make_shape(&[1, units]);
            Net::new(shape.clone(), zeros(&shape)).map(|net| net.shape().parameters())
        };
        let most = net(MOST_UNITS).unwrap();
        assert_eq!(most, InputSet::Points1.len() + 1 + 2 * MOST_UNITS + 6 * (MOST_UNITS + 1));
        let units = MOST_UNITS + 1;
        assert_eq!(net(units), Err(InvalidNet::Units { layer: 2, units }));
        assert_eq!(net(0), Err(InvalidNet::Units { layer: 2, units: 0 }));
    }

    #[test]
    fn weights_fit_their_own_shape_only() {
        let patterns = Some((PatternSet::Windows4, 4));
        let shape = Shape { patterns, buckets: BucketSet::GamePlan16, ..make_shape(&[8, 4]) };
        let weights = zeros(&shape);
        assert!(Net::new(shape.clone(), weights.clone()).is_ok());
        let others = [
            Shape { hidden: vec![9, 4], ..shape.clone() },
            Shape { hidden: vec![8], ..shape.clone() },
            Shape { inputs: InputSet::Race1, ..shape.clone() },
            Shape { output: Output::FourSigmoids, ..shape.clone() },
            Shape { patterns: Some((PatternSet::Windows4, 3)), ..shape.clone() },
            Shape { patterns: None, ..shape.clone() },
            Shape { buckets: BucketSet::Single, ..shape.clone() },
        ];
        assert!(others.iter().all(|other| Net::new(other.clone(), weights.clone()).is_err()));
        let mut nan = weights;
        nan.stacks[15][1].biases[5] = f32::NAN;
        assert_eq!(Net::new(shape, nan), Err(InvalidNet::NotFinite(3)));
    }

    #[test]
    fn a_shape_that_is_brought_to_another_has_its_weights() {
        let patterns = Some((PatternSet::Windows4, 4));
        let plain = make_shape(&[8, 4]);
        let net = Net::new(plain.clone(), zeros(&plain)).unwrap();
        let grown = net.grown(patterns, BucketSet::GamePlan16);
        let want = Shape { patterns, buckets: BucketSet::GamePlan16, ..plain };
        assert_eq!(grown.shape(), &want);
        let narrow = grown.narrowed(&[1, 3, 6]);
        assert_eq!(narrow.shape().hidden, [3, 4]);
        assert_eq!(narrow.shape().patterns, Some((PatternSet::Windows4, 2)));
        // Known pattern weights stay unchanged if a larger set contains the patterns.
        let (shape, mut weights) = grown.clone().into_parts();
        let values: Vec<f32> = (0..4 * PatternSet::Windows4.count()).map(|i| i as f32).collect();
        weights.patterns = Some(PatternTable::nearest(&values, 4));
        let known = Net::new(shape, weights).unwrap();
        let patterns = Some((PatternSet::Windows4Spares, 4));
        let larger = known.clone().grown(patterns, BucketSet::GamePlan16);
        assert_eq!(larger.shape(), &Shape { patterns, ..known.shape().clone() });
        let [before, after] = [&known, &larger].map(|net| net.weights().patterns.as_ref().unwrap());
        let all = after.weights();
        let (same, new) = all.split_at(before.weights().len());
        assert!(same == before.weights() && new.iter().all(|&weight| weight == 0.0));
        let fewer = Some((PatternSet::Windows4, 4));
        assert_eq!(larger.clone().grown(fewer, BucketSet::GamePlan16), larger);
        for net in [grown, narrow, larger] {
            let (shape, weights) = net.into_parts();
            assert!(Net::new(shape, weights).is_ok());
        }
    }
}
