//! The weights of a part of a network as exactly as a learner knows them.

use crate::values::approach;
use bincode::{Decode, Encode};
use pulp::Arch;
use rayon::prelude::*;
use sheshbesh_evaluator::{
    inputs::PATTERNS,
    network::{Layer, Mlp, PatternTable},
};

/// All numbers of a part. A network rounds those of the patterns.
#[derive(Clone, Encode, Decode)]
pub(crate) struct Weights {
    pub(crate) first: Layer,
    /// A row for each pattern.
    pub(crate) patterns: Option<Vec<f32>>,
    pub(crate) stacks: Vec<Vec<Layer>>,
}

/// Numbers that one thread takes together.
const TOGETHER: usize = 1 << 16;

impl Weights {
    /// The part of that shape which has these weights.
    pub(crate) fn part(&self, shape: &Mlp) -> Mlp {
        let Mlp { inputs, activation, output, .. } = *shape;
        let units = shape.patterns.as_ref().map(PatternTable::units);
        let patterns = self.patterns.as_ref().zip(units);
        let patterns = patterns.map(|(rows, units)| PatternTable::nearest(rows, units));
        let (first, stacks) = (self.first.clone(), self.stacks.clone());
        Mlp { inputs, activation, output, first, patterns, stacks }
    }

    /// Whether the numbers are as many as a part of that shape has.
    pub(crate) fn fit(&self, shape: &Mlp) -> bool {
        let in_rows = shape.patterns.as_ref().map(|table| PATTERNS * table.units());
        if self.patterns.as_ref().map(Vec::len) != in_rows {
            return false;
        }
        let part = self.part(shape);
        part.validate().is_ok() && part.has_shape_of(shape)
    }

    /// Goes a share of the way to the weights of a part of the same shape.
    pub(crate) fn approach(&mut self, others: &Self, share: f32) {
        let layers = self.stacks.iter_mut().flatten().chain([&mut self.first]);
        for (own, other) in layers.zip(others.stacks.iter().flatten().chain([&others.first])) {
            approach_all(&mut own.weights, &other.weights, share);
            approach_all(&mut own.biases, &other.biases, share);
        }
        for (own, other) in self.patterns.iter_mut().zip(&others.patterns) {
            approach_all(own, other, share);
        }
    }
}

fn approach_all(own: &mut [f32], others: &[f32], share: f32) {
    let chunks = own.par_chunks_mut(TOGETHER).zip(others.par_chunks(TOGETHER));
    chunks.for_each(|(own, others)| Arch::new().dispatch(|| approach(own, others, share)));
}
