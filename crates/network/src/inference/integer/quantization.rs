//! Quantisation of weights, features and units to `i16`.
//!
//! Each layer has a scale: the number of integer steps per 1.0. A rectified unit can have a scale of
//! its own, because the next layer can divide by it. Scales are limited such that no sum of products
//! exceeds 32 bits and no sum of rows exceeds an `i16`, in any position. Sums of integers are
//! therefore exact, in any order. A value that becomes a unit saturates at the largest `i16`; its
//! scale comes from an estimate of its [bounds](super::bounds).

/// Scale of features: integer steps per 1.0.
pub(super) const FEATURE_SCALE: f32 = 2048.0;
/// Sums of the first layer's features are finer than its other sums by a factor of 2 to this power.
pub(super) const FEATURE_SHIFT: u32 = 11;
pub(super) const LARGEST_I16: f32 = i16::MAX as f32;
/// Largest sum of 32 bits, with a margin for rounding.
pub(super) const LARGEST_SUM: f32 = 2.0e9;
/// Smallest scale. Extremely large weights would need a smaller one; for them, floats are better.
pub(super) const SMALLEST_SCALE: f32 = 1.0;
/// Largest scale. A larger one, possible for layers of zeros, has no benefit.
pub(super) const LARGEST_SCALE: f32 = 16_777_216.0;

/// Adding this number leaves no fraction bits.
pub(super) const ROUND: f32 = 12_582_912.0;

/// Returns the integer nearest to a number of at most 22 bits.
// Avoids `round`, which is a function call on processors without an instruction for it.
#[inline(always)]
pub(super) fn nearest(value: f32) -> i32 {
    ((value + ROUND).to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32)
}

/// Rounds a scaled value that fits into an `i16`.
pub(super) fn to_i16(value: f32) -> i16 {
    debug_assert!(value.abs() < LARGEST_I16 + 1.0, "{value}");
    nearest(value) as i16
}
