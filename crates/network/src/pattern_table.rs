//! The first layer's weights for patterns.

use crate::inputs::PatternSet;
use bincode::{BorrowDecode, Decode, Encode, de::Decoder, enc::Encoder, error};

/// A row of weights for each [pattern](PatternSet) of a set, for the first `units` units of the
/// first layer.
///
/// The table is by far the largest part of a network, and a position needs about thirty of its
/// rows. The weights are therefore stored as bytes: a weight is its byte times the scale of its
/// unit.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternTable {
    /// A scale for each unit.
    scales: Vec<f32>,
    /// Weights in row-major order, one row for each pattern.
    weights: Vec<i8>,
}

/// Largest absolute value of a byte.
const MOST: f32 = i8::MAX as f32;

impl PatternTable {
    /// Quantises rows of `units` weights.
    ///
    /// # Panics
    /// If the weights are not whole rows.
    pub fn nearest(weights: &[f32], units: usize) -> Self {
        assert_eq!(weights.len() % units, 0, "rows of {units} units");
        let mut scales = vec![0.0f32; units];
        for row in weights.chunks_exact(units) {
            for (scale, weight) in scales.iter_mut().zip(row) {
                *scale = scale.max(weight.abs());
            }
        }
        scales.iter_mut().for_each(|scale| *scale /= MOST);
        let mut bytes = vec![0; weights.len()];
        for (bytes, row) in bytes.chunks_exact_mut(units).zip(weights.chunks_exact(units)) {
            for ((byte, weight), scale) in bytes.iter_mut().zip(row).zip(&scales) {
                *byte = if *scale > 0.0 { rounded(weight / scale) } else { 0 };
            }
        }
        Self { scales, weights: bytes }
    }

    /// Creates a table from the scale of each unit and the bytes of all rows, in row-major order.
    ///
    /// # Panics
    /// If the bytes are not whole rows.
    pub fn from_bytes(scales: Vec<f32>, weights: Vec<i8>) -> Self {
        assert_eq!(weights.len() % scales.len().max(1), 0, "rows of {} units", scales.len());
        Self { scales, weights }
    }

    /// Returns a table of zeros, which does not change the first layer's sums.
    pub fn zeros(set: PatternSet, units: usize) -> Self {
        Self { scales: vec![0.0; units], weights: vec![0; set.count() * units] }
    }

    /// Appends zero rows for the patterns that a larger set has in addition.
    pub(crate) fn extended(mut self, set: PatternSet) -> Self {
        self.weights.resize(set.count() * self.units(), 0);
        self
    }

    /// Keeps only the given units.
    pub(crate) fn narrowed(&self, kept: &[usize]) -> Self {
        let rows = self.weights.chunks_exact(self.units());
        Self {
            scales: kept.iter().map(|&unit| self.scales[unit]).collect(),
            weights: rows.flat_map(|row| kept.iter().map(|&unit| row[unit])).collect(),
        }
    }

    /// Number of units of the first layer that the table reaches.
    pub fn units(&self) -> usize {
        self.scales.len()
    }

    /// The scale of each unit.
    pub fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// The bytes of one pattern's row.
    pub fn row(&self, pattern: usize) -> &[i8] {
        &self.weights[pattern * self.units()..][..self.units()]
    }

    /// All weights, in row-major order.
    pub fn weights(&self) -> Vec<f32> {
        let weight = |(byte, scale): (&i8, &f32)| f32::from(*byte) * scale;
        let rows = self.weights.chunks_exact(self.units());
        rows.flat_map(|row| row.iter().zip(&self.scales).map(weight)).collect()
    }

    /// Returns true if the table has a row for each pattern of a set, and `units` units, at least
    /// one.
    pub(crate) fn fits(&self, set: PatternSet, units: usize) -> bool {
        (units > 0 && self.units() == units)
            && self.weights.len() == set.count() * units
            && self.scales.iter().all(|scale| scale.is_finite() && *scale >= 0.0)
    }
}

/// Rounds to the nearest integer, halves away from zero.
// Training rounds millions of weights for each batch, and `round` would be a function call for
// each.
#[inline(always)]
fn rounded(value: f32) -> i8 {
    let whole = value as i32;
    let rest = value - whole as f32;
    (whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)) as i8
}

/// Form of a table in files. The weights are unsigned, because bincode copies unsigned bytes as a
/// block but signed ones one by one.
type Stored = (Vec<f32>, Vec<u8>);

impl Encode for PatternTable {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), error::EncodeError> {
        let bytes = self.weights.iter().map(|&weight| weight as u8).collect();
        let stored: Stored = (self.scales.clone(), bytes);
        stored.encode(encoder)
    }
}

impl<C> Decode<C> for PatternTable {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, error::DecodeError> {
        let (scales, bytes) = Stored::decode(decoder)?;
        Ok(Self { scales, weights: bytes.into_iter().map(|byte| byte as i8).collect() })
    }
}

impl<'de, C> BorrowDecode<'de, C> for PatternTable {
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, error::DecodeError> {
        Self::decode(decoder)
    }
}

#[test]
fn the_nearest_table_is_within_half_a_step() {
    let weights: Vec<f32> = (0..600).map(|i| ((i * 7919) % 1000) as f32 / 400.0 - 1.0).collect();
    let table = PatternTable::nearest(&weights, 3);
    for ((i, want), got) in weights.iter().enumerate().zip(table.weights()) {
        assert!((want - got).abs() <= table.scales()[i % 3] * 0.5001, "{want} {got}");
    }
    assert_eq!(PatternTable::nearest(&table.weights(), 3), table);
    for value in (-12_700..=12_700).map(|i| i as f32 / 100.0).chain([0.499_999_97, -0.499_999_97]) {
        assert_eq!(rounded(value), value.round() as i8, "{value}");
    }
}
