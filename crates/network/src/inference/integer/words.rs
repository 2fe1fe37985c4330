//! Words of 16 bits, and how numbers become whole.
//!
//! Each layer has a scale: how many steps of its whole numbers are 1. A rectified unit's scale is its
//! own to choose, since what comes after it can divide by it. Scales are so fine that no sum of
//! products leaves its 32 bits, and none of rows its word, whatever the position: so sums of integers
//! are exact, in any order. What becomes a unit stays at the largest word, for which its scale leaves
//! [room](super::bounds).

/// Steps of a feature that are 1.
pub(super) const FEATURE_STEPS: f32 = 2048.0;
/// Sums of the first layer's features are finer than those of the rest by two to this power.
pub(super) const FEATURE_SHIFT: u32 = 11;
pub(super) const LARGEST_WORD: f32 = i16::MAX as f32;
/// The largest sum of 32 bits, with something to spare for rounding.
pub(super) const LARGEST_SUM: f32 = 2.0e9;
/// With fewer steps to 1, for weights beyond all sense, floats are better.
pub(super) const FEWEST_STEPS: f32 = 1.0;
/// With more, for layers of zeros, nothing is gained.
pub(super) const MOST_STEPS: f32 = 16_777_216.0;

/// Adding it leaves no bits for fractions.
pub(super) const ROUND: f32 = 12_582_912.0;

/// The nearest whole number to one of at most 22 bits.
// Without a call, which `round` is where the processor has no instruction for it.
#[inline(always)]
pub(super) fn nearest(value: f32) -> i32 {
    ((value + ROUND).to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32)
}

pub(super) fn word(value: f32) -> i16 {
    debug_assert!(value.abs() < LARGEST_WORD + 1.0, "{value}");
    nearest(value) as i16
}
