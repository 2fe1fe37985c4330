//! The quantised layers after the first: affine layers with `i16` inputs and weights, `i32` sums
//! and a clipped ReLU. Stockfish calls them a layer stack.

use super::{
    bounds::{hidden_maxima, largest_scales},
    last_layer::LastLayer,
    quantization::{LARGEST_I16, LARGEST_SCALE, SMALLEST_SCALE, to_i16},
    quantized_first::FirstLayer,
    sparse_affine::{PairWeights, padded},
};
use crate::{inference::rows::Rows, net::Layer};

/// The quantised layers after the first, for one bucket.
pub(super) struct Stack {
    pub(super) hidden: Vec<LaterLayer>,
    pub(super) last: LastLayer,
}

/// A hidden layer after the first.
pub(super) struct LaterLayer {
    pub(super) weights: PairWeights,
    pub(super) biases: Rows<i32>,
    /// Sums are divided by 2 to this power before they become the next layer's inputs.
    pub(super) shift: u32,
}

/// Maximum [shift](LaterLayer::shift) from sums to units.
const MOST_SHIFT: u32 = 24;

impl Stack {
    /// Quantises a stack. Returns `None` if weights are too large.
    pub(super) fn new(first: &FirstLayer, layers: &[Layer]) -> Option<Self> {
        let mut scales = first.scales.clone();
        let (last, before) = layers.split_last()?;
        let mut hidden = Vec::new();
        for layer in before {
            let (rounded, next) = LaterLayer::new(layer, &scales)?;
            hidden.push(rounded);
            scales = next;
        }
        let scale = largest_scales(last, &scales).into_iter().fold(LARGEST_SCALE, f32::min);
        if scale < SMALLEST_SCALE {
            return None;
        }
        let last = LastLayer::new(
            scales.len(),
            |input, unit| weight(last, input, unit, scale, scales[input]),
            |unit| bias(last, unit, scale),
            scale,
        );
        Some(Self { hidden, last })
    }
}

impl LaterLayer {
    /// Quantises a layer with inputs of the given scales. Returns the layer and the scales of its
    /// units, or `None` if weights are too large.
    fn new(layer: &Layer, scales: &[f32]) -> Option<(Self, Vec<f32>)> {
        let maxima: Vec<f32> = scales.iter().map(|scale| LARGEST_I16 / scale).collect();
        // Units are as fine as their room allows, and sums as fine as all of them allow.
        let units: Vec<f32> = hidden_maxima(layer, &maxima)
            .iter()
            .map(|largest| (LARGEST_I16 / largest).min(LARGEST_SCALE))
            .collect();
        let most = largest_scales(layer, scales);
        let fits = |shift: &u32| {
            let finer = (1u32 << shift) as f32;
            units.iter().zip(&most).all(|(unit, most)| unit * finer <= *most)
        };
        let shift = (0..=MOST_SHIFT).rev().find(fits)?;
        if units.iter().any(|&scale| scale.is_nan() || scale < SMALLEST_SCALE) {
            return None;
        }
        // Half a step of the result, so that the shift rounds to the nearest integer.
        let half = if shift > 0 { 1 << (shift - 1) } else { 0 };
        let sums: Vec<f32> = units.iter().map(|unit| unit * (1u32 << shift) as f32).collect();
        let mut biases = Rows::zeros(1, padded(sums.len()));
        for (unit, (to, scale)) in biases.row_mut(0).iter_mut().zip(&sums).enumerate() {
            *to = bias(layer, unit, *scale) + half;
        }
        let weights = PairWeights::new(scales.len(), sums.len(), |input, unit| {
            weight(layer, input, unit, sums[unit], scales[input])
        });
        Some((Self { weights, biases, shift }, units))
    }
}

/// Quantises a weight, given the scales of the sums and of the input.
fn weight(layer: &Layer, input: usize, unit: usize, scale: f32, input_scale: f32) -> i16 {
    to_i16(layer.weights[input * layer.outputs() + unit] * scale / input_scale)
}

fn bias(layer: &Layer, unit: usize, scale: f32) -> i32 {
    (layer.biases[unit] * scale).round_ties_even() as i32
}
