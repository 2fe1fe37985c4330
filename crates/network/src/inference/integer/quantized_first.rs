//! The quantised first layer: `i16` rows of checkers and `i8` rows of patterns to look up, and
//! weights of the global features to multiply.

use super::{
    bounds::find_ranges,
    quantization::{FEATURE_SCALE, FEATURE_SHIFT, LARGEST_I16, SMALLEST_SCALE, nearest, to_i16},
    sparse_affine::PairWeights,
};
use crate::{
    inference::{
        first_layer::{global_weights, points_table},
        rows::Rows,
    },
    inputs::{Inputs, PatternSet, with_inputs},
    net::{Net, Weights, are_finite},
};

/// The quantised first layer.
pub(super) struct FirstLayer {
    /// Number of units, padded.
    pub(super) width: usize,
    /// Row (side × 32 + index) × 16 + count: contribution of `count` checkers.
    pub(super) points: Rows<i16>,
    pub(super) biases: Rows<i16>,
    pub(super) features: PairWeights,
    pub(super) patterns: Option<PatternRows>,
    /// Steps per 1.0 of each unit.
    pub(super) scales: Vec<f32>,
}

/// A row of bytes for each pattern, and a factor for each unit.
pub(super) struct PatternRows {
    pub(super) set: PatternSet,
    pub(super) bytes: Rows<i8>,
    pub(super) factors: Rows<i16>,
}

impl FirstLayer {
    /// The pattern set; an arbitrary one if the layer has no patterns.
    pub(super) fn pattern_set(&self) -> PatternSet {
        self.patterns.as_ref().map_or(PatternSet::Windows4, |rows| rows.set)
    }

    /// Quantises the first layer of a net. Returns `None` if weights are too large.
    pub(super) fn new(net: &Net) -> Option<Self> {
        let Weights { first, patterns, .. } = net.weights();
        let (points, global, largest) = with_inputs!(net.shape().inputs, I => {
            (points_table::<I>(first), global_weights::<I>(first), I::LARGEST_FEATURE)
        });
        if !are_finite(&points) {
            return None;
        }
        let units = first.outputs();
        let width = units.next_multiple_of(Rows::<i16>::PER_LINE);
        let set = net.shape().patterns.map(|(set, _)| set);
        let table = set.zip(patterns.as_ref());
        let ranges = find_ranges(first, &points, &global, largest, table);
        let (mut scales, mut factors) = (Vec::new(), Rows::zeros(1, width));
        let mut coarser = vec![1.0; units];
        for (unit, range) in ranges.iter().enumerate() {
            let mut scale = range.scale();
            if scale.is_nan() || scale < SMALLEST_SCALE {
                return None;
            }
            let step = table.and_then(|(_, table)| table.scales().get(unit)).copied();
            if let Some(step) = step.filter(|&step| step > 0.0) {
                // A byte's step is a whole number of the unit's steps. If it is less than one, the
                // bytes get coarser.
                let factor = (scale * step).floor().clamp(0.0, LARGEST_I16);
                if factor >= 1.0 {
                    scale = factor / step;
                } else {
                    coarser[unit] = scale * step;
                }
                factors.row_mut(0)[unit] = to_i16(factor.max(1.0));
            }
            scales.push(scale);
        }
        let rows = |values: &[f32]| {
            let mut rows = Rows::zeros(values.len() / units, width);
            for (row, values) in values.chunks_exact(units).enumerate() {
                for ((to, value), scale) in rows.row_mut(row).iter_mut().zip(values).zip(&scales) {
                    *to = to_i16(value * scale);
                }
            }
            rows
        };
        let finer = (1 << FEATURE_SHIFT) as f32 / FEATURE_SCALE;
        Some(Self {
            width,
            points: rows(&points),
            biases: rows(&first.biases),
            features: PairWeights::new(global.len() / units, width, |feature, unit| {
                if unit < units {
                    to_i16(global[feature * units + unit] * scales[unit] * finer)
                } else {
                    0
                }
            }),
            patterns: table.map(|(set, table)| {
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
