//! A net in whole numbers.
//!
//! Each layer has a scale: how many steps of its whole numbers are 1. A rectified unit's scale is its
//! own to choose, since what comes after it can divide by it. Scales are so fine that no sum of
//! products leaves its 32 bits, and none of rows its word, whatever the position: so sums of integers
//! are exact, in any order. What becomes a unit stays at the largest word.

use super::{
    last_layer::LastLayer,
    products::{PairWeights, padded},
};
use crate::{
    inference::{
        first_layer::{COUNTS, INDICES, SIDES, global_weights, points_table},
        rows::Rows,
    },
    inputs::{PatternSet, with_inputs},
    net::{Layer, Net, Weights, are_finite},
    pattern_table::PatternTable,
};

/// Steps of a feature that are 1.
pub(super) const FEATURE_STEPS: f32 = 2048.0;
/// Sums of the first layer's features are finer than those of the rest by two to this power.
pub(super) const FEATURE_SHIFT: u32 = 11;
/// No feature is larger, either way.
const LARGEST_FEATURE: f32 = 8.0;
/// Checkers of a side.
const CHECKERS: f32 = 15.0;
const LARGEST_WORD: f32 = i16::MAX as f32;
/// The largest sum of 32 bits, with something to spare for rounding.
const LARGEST_SUM: f32 = 2.0e9;
/// Hidden sums are brought to at most so many steps, and at least half as many: with the largest
/// word that is room for 64, where sums of trained nets can reach forty.
const STEPS: f32 = 512.0;

/// The first layer.
pub(super) struct FirstLayer {
    /// Units, padded.
    pub(super) width: usize,
    /// Row (side × 32 + index) × 16 + count: what so many checkers give.
    pub(super) points: Rows<i16>,
    pub(super) biases: Rows<i16>,
    pub(super) features: PairWeights,
    pub(super) patterns: Option<PatternRows>,
    /// Steps that are 1, of each unit.
    scales: Vec<f32>,
}

/// A row for each pattern, and what its bytes are multiplied by.
pub(super) struct PatternRows {
    pub(super) set: PatternSet,
    pub(super) bytes: Rows<i8>,
    pub(super) factors: Rows<i16>,
}

/// The layers after the first.
pub(super) struct Stack {
    pub(super) hidden: Vec<LaterLayer>,
    pub(super) last: LastLayer,
}

/// A hidden layer after the first.
pub(super) struct LaterLayer {
    pub(super) weights: PairWeights,
    pub(super) biases: Rows<i32>,
    /// Sums are divided by two to this power to be the next layer's input.
    pub(super) shift: u32,
}

/// Adding it leaves no bits for fractions.
pub(super) const ROUND: f32 = 12_582_912.0;

/// The nearest whole number to one of at most 22 bits.
// Without a call, which `round` is where the processor has no instruction for it.
#[inline(always)]
pub(super) fn nearest(value: f32) -> i32 {
    ((value + ROUND).to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32)
}

fn word(value: f32) -> i16 {
    debug_assert!(value.abs() < LARGEST_WORD + 1.0, "{value}");
    nearest(value) as i16
}

/// With fewer steps to 1, for weights beyond all sense, floats are better.
const FEWEST_STEPS: f32 = 1.0;
/// With more, for layers of zeros, nothing is gained.
const MOST_STEPS: f32 = 16_777_216.0;

impl FirstLayer {
    /// None where weights are too large.
    pub(super) fn new(net: &Net) -> Option<Self> {
        let Weights { first, patterns, .. } = net.weights();
        let (points, global) = with_inputs!(net.shape().inputs, I => {
            (points_table::<I>(first), global_weights::<I>(first))
        });
        if !are_finite(&points) {
            return None;
        }
        let units = first.outputs();
        let width = units.next_multiple_of(Rows::<i16>::PER_LINE);
        let table = net.shape().patterns.zip(patterns.as_ref());
        let ranges = ranges(first, &points, &global, table.map(|((set, _), table)| (set, table)));
        let (mut scales, mut factors) = (Vec::new(), Rows::zeros(1, width));
        let mut coarser = vec![1.0; units];
        for (unit, range) in ranges.iter().enumerate() {
            let mut scale = range.scale();
            if scale.is_nan() || scale < FEWEST_STEPS {
                return None;
            }
            let step = table.and_then(|(_, table)| table.scales().get(unit)).copied();
            if let Some(step) = step.filter(|&step| step > 0.0) {
                // A byte's step is a whole number of the unit's, or the bytes get coarser.
                let factor = (scale * step).floor().clamp(0.0, LARGEST_WORD);
                if factor >= 1.0 {
                    scale = factor / step;
                } else {
                    coarser[unit] = scale * step;
                }
                factors.row_mut(0)[unit] = word(factor.max(1.0));
            }
            scales.push(scale);
        }
        let rows = |values: &[f32]| {
            let mut rows = Rows::zeros(values.len() / units, width);
            for (row, values) in values.chunks_exact(units).enumerate() {
                for ((to, value), scale) in rows.row_mut(row).iter_mut().zip(values).zip(&scales) {
                    *to = word(value * scale);
                }
            }
            rows
        };
        let finer = (1 << FEATURE_SHIFT) as f32 / FEATURE_STEPS;
        Some(Self {
            width,
            points: rows(&points),
            biases: rows(&first.biases),
            features: PairWeights::new(global.len() / units, width, |feature, unit| {
                if unit < units {
                    word(global[feature * units + unit] * scales[unit] * finer)
                } else {
                    0
                }
            }),
            patterns: table.map(|((set, _), table)| {
                let mut bytes = Rows::zeros(set.count(), width);
                let coarse: Vec<usize> = (0..units).filter(|&unit| coarser[unit] < 1.0).collect();
                for pattern in 0..set.count() {
                    let (row, from) = (bytes.row_mut(pattern), table.row(pattern));
                    row[..from.len()].copy_from_slice(from);
                    for &unit in coarse.iter().filter(|&&unit| unit < from.len()) {
                        row[unit] = nearest(f32::from(from[unit]) * coarser[unit]) as i8;
                    }
                }
                PatternRows { set, bytes, factors }
            }),
            scales,
        })
    }
}

/// How far the sums of a unit reach.
#[derive(Clone, Copy, Default)]
struct Range {
    /// Of what is looked up.
    words: f32,
    /// Of features.
    sums: f32,
    /// The largest weight of a feature.
    weight: f32,
}

impl Range {
    /// The largest scale with which nothing leaves its range.
    fn scale(&self) -> f32 {
        let finer = (1 << FEATURE_SHIFT) as f32;
        // Roundings of some hundred rows.
        let spare = LARGEST_WORD - 256.0;
        (spare / self.words.max(1.0))
            .min(LARGEST_SUM / finer / self.sums.max(1.0))
            .min(LARGEST_WORD / (self.weight * finer / FEATURE_STEPS).max(1.0))
    }
}

/// Bounds from above: each side has fifteen checkers, and one pattern at most of each group.
fn ranges(
    first: &Layer,
    points: &[f32],
    global: &[f32],
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
    for row in global.chunks_exact(units) {
        for (range, weight) in ranges.iter_mut().zip(row) {
            range.sums += LARGEST_FEATURE * weight.abs();
            range.weight = range.weight.max(weight.abs());
        }
    }
    ranges
}

impl Stack {
    /// None where weights are too large.
    pub(super) fn new(first: &FirstLayer, layers: &[Layer]) -> Option<Self> {
        let mut scales = first.scales.clone();
        let (last, before) = layers.split_last()?;
        let mut hidden = Vec::new();
        for layer in before {
            let scale = scale_of(layer, &scales)?;
            let shift =
                (0..30).find(|&shift| scale <= STEPS * (1u32 << shift) as f32).unwrap_or(30);
            // Half a step of what they are rounded to.
            let half = if shift > 0 { 1 << (shift - 1) } else { 0 };
            let units = layer.outputs();
            let mut biases = Rows::zeros(1, padded(units));
            for (unit, to) in biases.row_mut(0).iter_mut().enumerate().take(units) {
                *to = bias(layer, unit, scale) + half;
            }
            let weights = PairWeights::new(scales.len(), units, |input, unit| {
                weight(layer, input, unit, scale, scales[input])
            });
            hidden.push(LaterLayer { weights, biases, shift });
            scales = vec![scale / (1u32 << shift) as f32; units];
        }
        let scale = scale_of(last, &scales)?;
        let last = LastLayer::new(
            scales.len(),
            |input, unit| weight(last, input, unit, scale, scales[input]),
            |unit| bias(last, unit, scale),
            scale,
        );
        Some(Self { hidden, last })
    }
}

/// Of a layer with this scale, whose input has one of its own.
fn weight(layer: &Layer, input: usize, unit: usize, scale: f32, input_scale: f32) -> i16 {
    word(layer.weights[input * layer.outputs() + unit] * scale / input_scale)
}

fn bias(layer: &Layer, unit: usize, scale: f32) -> i32 {
    (layer.biases[unit] * scale).round_ties_even() as i32
}

/// How many steps of a layer's sums are 1 when its inputs have these scales; none where weights are
/// too large.
fn scale_of(layer: &Layer, scales: &[f32]) -> Option<f32> {
    let units = layer.outputs();
    let mut sums: Vec<f32> = layer.biases.iter().map(|bias| bias.abs()).collect();
    let mut largest = f32::MIN_POSITIVE;
    for (row, scale) in layer.weights.chunks_exact(units).zip(scales) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += LARGEST_WORD * weight.abs() / scale;
            largest = largest.max(weight.abs() / scale);
        }
    }
    let reach = sums.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let scale = (LARGEST_WORD / largest).min(LARGEST_SUM / reach).min(MOST_STEPS);
    (scale >= FEWEST_STEPS).then_some(scale)
}
