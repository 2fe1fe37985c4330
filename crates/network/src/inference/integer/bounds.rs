//! How far sums reach: what scales are chosen by.

use super::words::{FEATURE_SHIFT, FEATURE_STEPS, LARGEST_SUM, LARGEST_WORD, MOST_STEPS};
use crate::{
    inference::first_layer::{COUNTS, INDICES, SIDES},
    inputs::PatternSet,
    net::Layer,
    pattern_table::PatternTable,
};

/// Checkers of a side.
const CHECKERS: f32 = 15.0;
/// What features give together reaches as far as if each was so large and they had nothing to do with
/// each other. In the networks that are trained so far, no unit's sum leaves its word so, in the oddest
/// positions.
const LOUD_FEATURE: f32 = 3.0;

/// How far the sums of a unit reach.
#[derive(Clone, Copy, Default)]
pub(super) struct Range {
    /// Of what is looked up.
    words: f32,
    /// The farthest row of it, which can go farther than all together where the bias is far on the
    /// other side.
    row: f32,
    /// Of features.
    sums: f32,
    /// The largest weight of a feature.
    weight: f32,
    /// The square of what features give together, see [`LOUD_FEATURE`].
    loudness: f32,
}

impl Range {
    /// The largest scale with which no sum leaves its range. A unit also has room for features beside
    /// the farthest that checkers and patterns reach, though not for the farthest of both.
    pub(super) fn scale(&self) -> f32 {
        let finer = (1 << FEATURE_SHIFT) as f32;
        // Roundings of some hundred rows.
        let spare = LARGEST_WORD - 256.0;
        (spare / (self.words + self.loudness.sqrt()))
            .min(LARGEST_WORD / self.row)
            .min(LARGEST_SUM / finer / self.sums)
            .min(LARGEST_WORD / (self.weight * finer / FEATURE_STEPS))
            .min(MOST_STEPS)
    }
}

/// Of each unit. Bounds from above: each side has fifteen checkers, and one pattern at most of each
/// group.
pub(super) fn ranges(
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
        .map(|(most, least)| Range { words: most.max(-least), ..Range::default() })
        .collect();
    for row in points.chunks_exact(units) {
        for (range, value) in ranges.iter_mut().zip(row) {
            range.row = range.row.max(value.abs());
        }
    }
    for row in global.chunks_exact(units) {
        for (range, weight) in ranges.iter_mut().zip(row) {
            range.sums += largest_feature * weight.abs();
            range.loudness += (LOUD_FEATURE * weight).powi(2);
            range.weight = range.weight.max(weight.abs());
        }
    }
    ranges
}

/// As far as a hidden unit's sum reaches, as a part of what it would be if all inputs were as large as
/// they have room for and had nothing to do with each other. In the networks that are trained so far
/// sums reach 0.4 of it in the oddest positions.
const REACH: f32 = 0.7;

/// How far the sums of a hidden layer's units reach in positions however odd, where its inputs have
/// this room. No bound, which would be many times as far: hardly any input is large when another is.
pub(super) fn hidden_room(layer: &Layer, inputs: &[f32]) -> Vec<f32> {
    let mut squares = vec![0.0f32; layer.outputs()];
    for (row, input) in layer.weights.chunks_exact(layer.outputs()).zip(inputs) {
        for (square, weight) in squares.iter_mut().zip(row) {
            *square += (weight * input).powi(2);
        }
    }
    squares
        .iter()
        .zip(&layer.biases)
        .map(|(square, bias)| REACH * square.sqrt() + bias.abs())
        .collect()
}

/// The largest scale of each output's sums with which no weight leaves its word and no sum its range,
/// when inputs have these scales; infinite without weights.
pub(super) fn largest_scales(layer: &Layer, scales: &[f32]) -> Vec<f32> {
    // No input is negative, so what adds and what takes away are bounds by themselves.
    let mut most: Vec<f32> = layer.biases.iter().map(|bias| bias.max(0.0)).collect();
    let mut least: Vec<f32> = layer.biases.iter().map(|bias| bias.min(0.0)).collect();
    let mut largest = vec![0.0f32; layer.outputs()];
    for (row, scale) in layer.weights.chunks_exact(layer.outputs()).zip(scales) {
        for (unit, weight) in row.iter().enumerate() {
            most[unit] += LARGEST_WORD * weight.max(0.0) / scale;
            least[unit] += LARGEST_WORD * weight.min(0.0) / scale;
            largest[unit] = largest[unit].max(weight.abs() / scale);
        }
    }
    let sums = most.iter().zip(&least).map(|(most, least)| most.max(-least));
    sums.zip(&largest)
        .map(|(sum, largest)| (LARGEST_SUM / sum).min(LARGEST_WORD / largest))
        .collect()
}
