//! Quantisation bounds: upper limits of a layer's sums, from which its scales are derived.

use super::quantization::{FEATURE_SCALE, FEATURE_SHIFT, LARGEST_I16, LARGEST_SCALE, LARGEST_SUM};
use crate::{
    inference::first_layer::{COUNTS, INDICES, SIDES},
    inputs::PatternSet,
    net::Layer,
    pattern_table::PatternTable,
};

/// Number of checkers of a side.
const CHECKERS: f32 = 15.0;
/// Value of every feature in the estimate of their combined contribution, which takes the features
/// to be independent. In the networks trained so far, this estimate keeps the sum of every unit
/// within its `i16`, even in the oddest positions.
const LOUD_FEATURE: f32 = 3.0;

/// Bounds of the sums of a unit.
#[derive(Clone, Copy, Default)]
pub(super) struct Range {
    /// Bound of the sum of bias and looked-up rows.
    row_sums: f32,
    /// Bound of a looked-up row. It can exceed the bound of the sum if the bias has the opposite
    /// sign.
    row: f32,
    /// Bound of the sum of the features.
    feature_sums: f32,
    /// Largest weight of a feature.
    weight: f32,
    /// Square of the estimated sum of the features, see [`LOUD_FEATURE`].
    loudness: f32,
}

impl Range {
    /// Returns the largest scale with which no sum leaves its range. A unit has room for the
    /// estimated sum of features on top of the largest sum of checkers and patterns, but not for
    /// the largest sums of both.
    pub(super) fn scale(&self) -> f32 {
        let finer = (1 << FEATURE_SHIFT) as f32;
        // Margin for the rounding of some hundred rows.
        let spare = LARGEST_I16 - 256.0;
        (spare / (self.row_sums + self.loudness.sqrt()))
            .min(LARGEST_I16 / self.row)
            .min(LARGEST_SUM / finer / self.feature_sums)
            .min(LARGEST_I16 / (self.weight * finer / FEATURE_SCALE))
            .min(LARGEST_SCALE)
    }
}

/// Returns upper bounds for each unit. Each side has fifteen checkers, and at most one pattern of
/// each group.
pub(super) fn find_ranges(
    first: &Layer,
    points: &[f32],
    global: &[f32],
    largest_feature: f32,
    patterns: Option<(PatternSet, &PatternTable)>,
) -> Vec<Range> {
    let units = first.outputs();
    let (mut most, mut least) = (first.biases.clone(), first.biases.clone());
    let per_side = INDICES * COUNTS * units;
    for side in points.chunks_exact(per_side).take(SIDES) {
        let (mut up, mut down) = (vec![0.0f32; units], vec![0.0f32; units]);
        for (row, values) in side.chunks_exact(units).enumerate() {
            let checkers = (row % COUNTS).max(1) as f32;
            for ((up, down), value) in up.iter_mut().zip(&mut down).zip(values) {
                *up = up.max(value / checkers);
                *down = down.min(value / checkers);
            }
        }
        for unit in 0..units {
            most[unit] += CHECKERS * up[unit];
            least[unit] += CHECKERS * down[unit];
        }
    }
    if let Some((set, table)) = patterns {
        for group in set.groups() {
            let (mut up, mut down) = (vec![0i8; table.units()], vec![0i8; table.units()]);
            for pattern in group {
                for ((up, down), &byte) in up.iter_mut().zip(&mut down).zip(table.row(pattern)) {
                    *up = (*up).max(byte);
                    *down = (*down).min(byte);
                }
            }
            for (unit, scale) in table.scales().iter().enumerate() {
                most[unit] += f32::from(up[unit]) * scale;
                least[unit] += f32::from(down[unit]) * scale;
            }
        }
    }
    let mut ranges: Vec<Range> = most
        .iter()
        .zip(&least)
        .map(|(most, least)| Range { row_sums: most.max(-least), ..Range::default() })
        .collect();
    for row in points.chunks_exact(units) {
        for (range, value) in ranges.iter_mut().zip(row) {
            range.row = range.row.max(value.abs());
        }
    }
    for row in global.chunks_exact(units) {
        for (range, weight) in ranges.iter_mut().zip(row) {
            range.feature_sums += largest_feature * weight.abs();
            let loud = LOUD_FEATURE * weight;
            range.loudness += loud * loud;
            range.weight = range.weight.max(weight.abs());
        }
    }
    ranges
}

/// Estimated largest sum of a hidden unit, as a fraction of the sum for inputs that are all as
/// large as they can be, and independent. In the networks trained so far, sums reach 0.4 of the
/// latter in the oddest positions.
const REACH: f32 = 0.7;

/// Estimates the largest sums of a hidden layer's units in any position, given the largest values
/// of the inputs. A true bound would be many times as large, since hardly any two inputs are large
/// at the same time.
pub(super) fn hidden_maxima(layer: &Layer, inputs: &[f32]) -> Vec<f32> {
    let mut squares = vec![0.0f32; layer.outputs()];
    for (row, input) in layer.weights.chunks_exact(layer.outputs()).zip(inputs) {
        for (square, weight) in squares.iter_mut().zip(row) {
            let term = weight * input;
            *square += term * term;
        }
    }
    squares
        .iter()
        .zip(&layer.biases)
        .map(|(square, bias)| REACH * square.sqrt() + bias.abs())
        .collect()
}

/// Returns, for each output, the largest scale of its sums with which no weight exceeds an `i16`
/// and no sum its range, when inputs have the given scales. The scale is infinite if weights and
/// bias are zero.
pub(super) fn largest_scales(layer: &Layer, scales: &[f32]) -> Vec<f32> {
    // No input is negative, so positive and negative terms are bounds by themselves.
    let mut most: Vec<f32> = layer.biases.iter().map(|bias| bias.max(0.0)).collect();
    let mut least: Vec<f32> = layer.biases.iter().map(|bias| bias.min(0.0)).collect();
    let mut largest = vec![0.0f32; layer.outputs()];
    for (row, scale) in layer.weights.chunks_exact(layer.outputs()).zip(scales) {
        for (unit, weight) in row.iter().enumerate() {
            most[unit] += LARGEST_I16 * weight.max(0.0) / scale;
            least[unit] += LARGEST_I16 * weight.min(0.0) / scale;
            largest[unit] = largest[unit].max(weight.abs() / scale);
        }
    }
    let sums = most.iter().zip(&least).map(|(most, least)| most.max(-least));
    sums.zip(&largest)
        .map(|(sum, largest)| (LARGEST_SUM / sum).min(LARGEST_I16 / largest))
        .collect()
}
