//! The quantised output layer, which computes the logits of the outcomes.

use crate::{
    inference::{rows::Rows, softmax},
    outcomes::OUTCOMES,
    simd::Kernel,
};

/// The last layer. It has so few outputs that each has its own row of weights, where other layers
/// have a row for each pair of inputs.
pub(super) struct LastLayer {
    weights: Rows<i16>,
    biases: [i32; OUTCOMES],
    /// Value of one step of a sum.
    unit: f32,
}

impl LastLayer {
    /// Creates a layer with the given number of inputs. `scale` is the number of steps per 1.0 of a
    /// sum.
    pub(super) fn new(
        inputs: usize,
        weight: impl Fn(usize, usize) -> i16,
        bias: impl Fn(usize) -> i32,
        scale: f32,
    ) -> Self {
        let mut weights = Rows::zeros(OUTCOMES, inputs);
        for output in 0..OUTCOMES {
            for (input, to) in weights.row_mut(output).iter_mut().enumerate().take(inputs) {
                *to = weight(input, output);
            }
        }
        Self { weights, biases: std::array::from_fn(bias), unit: 1.0 / scale }
    }

    /// Number of inputs, padded.
    pub(super) fn inputs(&self) -> usize {
        self.weights.stride()
    }

    /// Computes the logits for an input.
    #[inline(always)]
    pub(super) fn logits<K: Kernel>(&self, values: &[i16], logits: &mut [f32; softmax::LANES]) {
        let length = self.weights.stride();
        assert!(values.len() >= length && self.weights.rows() == OUTCOMES);
        // SAFETY: there are `length` values, and `length` weights in each row. Rows are whole cache
        // lines.
        let sums = unsafe { K::six_products(values.as_ptr(), self.weights.as_ptr(), length) };
        for ((logit, sum), bias) in logits.iter_mut().zip(sums).zip(self.biases) {
            *logit = sum.wrapping_add(bias) as f32 * self.unit;
        }
    }
}
