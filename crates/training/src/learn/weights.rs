//! Exact weights of a net, as a learner has them.

use super::adam::lerp;
use bincode::{Decode, Encode};
use rayon::prelude::*;
use sheshbesh_network::{InvalidNet, Layer, Net, PatternTable, Shape, Weights};

/// All weights and biases of a net. A [`Net`] itself rounds the weights of its patterns.
#[derive(Clone, Encode, Decode)]
pub(crate) struct ExactWeights {
    pub(crate) first: Layer,
    /// One row for each pattern.
    pub(crate) patterns: Option<Vec<f32>>,
    pub(crate) stacks: Vec<Vec<Layer>>,
}

/// Numbers that one task processes.
const TOGETHER: usize = 1 << 16;

impl ExactWeights {
    /// Creates a net of a shape with these weights.
    ///
    /// # Errors
    /// Weights that do not fit the shape.
    pub(crate) fn net(&self, shape: &Shape) -> Result<Net, InvalidNet> {
        let patterns = match (&self.patterns, shape.patterns) {
            (Some(rows), Some((set, units))) if units > 0 && rows.len() == set.count() * units => {
                Some(PatternTable::nearest(rows, units))
            }
            (None, None) => None,
            _ => return Err(InvalidNet::Patterns),
        };
        let (first, stacks) = (self.first.clone(), self.stacks.clone());
        Net::new(shape.clone(), Weights { first, patterns, stacks })
    }

    /// True if all weights are finite.
    pub(crate) fn are_finite(&self) -> bool {
        let layers = self.stacks.iter().flatten().chain([&self.first]);
        let numbers = layers.map(|layer| [&layer.weights, &layer.biases]);
        numbers.flatten().chain(&self.patterns).all(|numbers| all_finite(numbers))
    }

    /// Moves by `share` of the distance to other weights of the same shape.
    pub(crate) fn lerp(&mut self, others: &Self, share: f32) {
        let layers = self.stacks.iter_mut().flatten().chain([&mut self.first]);
        for (own, other) in layers.zip(others.stacks.iter().flatten().chain([&others.first])) {
            lerp_all(&mut own.weights, &other.weights, share);
            lerp_all(&mut own.biases, &other.biases, share);
        }
        for (own, other) in self.patterns.iter_mut().zip(&others.patterns) {
            lerp_all(own, other, share);
        }
    }
}

fn all_finite(numbers: &[f32]) -> bool {
    numbers.par_chunks(TOGETHER).all(|chunk| chunk.iter().all(|number| number.is_finite()))
}

fn lerp_all(own: &mut [f32], others: &[f32], share: f32) {
    let chunks = own.par_chunks_mut(TOGETHER).zip(others.par_chunks(TOGETHER));
    chunks.for_each(|(own, others)| lerp(own, others, share));
}
