//! The layer that gives the outcomes.

use crate::{
    inference::{rows::Rows, softmax},
    outcomes::OUTCOMES,
    simd::Kernel,
};

/// The last layer. It has so few outputs that each has a row of weights to itself, where other
/// layers have a row for each pair of inputs.
pub(super) struct LastLayer {
    weights: Rows<i16>,
    biases: [i32; OUTCOMES],
    /// What a step of a sum is.
    unit: f32,
}

impl LastLayer {
    /// With so many inputs. `scale` is how many steps of a sum are 1.
    pub(super) fn new(
        inputs: usize,
        weight: impl Fn(usize, usize) -> i16,
        bias: impl Fn(usize) -> i32,
        scale: f32,
    ) -> Self {
        let mut weights = Rows::zeros(OUTCOMES, inputs);
        for output in 0..OUTCOMES {
            for (input, word) in weights.row_mut(output).iter_mut().enumerate().take(inputs) {
                *word = weight(input, output);
            }
        }
        Self { weights, biases: std::array::from_fn(bias), unit: 1.0 / scale }
    }

    /// Length of its input in words.
    pub(super) fn inputs(&self) -> usize {
        self.weights.stride()
    }

    /// What it makes of an input.
    #[inline(always)]
    pub(super) fn logits<K: Kernel>(&self, values: &[i16], logits: &mut [f32; softmax::LANES]) {
        let words = self.weights.stride();
        assert!(values.len() >= words && self.weights.rows() == OUTCOMES);
        // SAFETY: there are so many values, and so many weights in each row; rows are whole cache
        // lines.
        let sums = unsafe { K::six_products(values.as_ptr(), self.weights.as_ptr(), words) };
        for ((logit, sum), bias) in logits.iter_mut().zip(sums).zip(self.biases) {
            *logit = sum.wrapping_add(bias) as f32 * self.unit;
        }
    }
}
