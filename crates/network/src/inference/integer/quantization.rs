//! Quantisation to 16-bit words.
//!
//! Each layer has a scale: the number of steps per 1.0. A rectified unit can have a scale of its
//! own, because the next layer can divide by it. Scales are limited such that no sum of products
//! exceeds 32 bits and no sum of rows exceeds a word, in any position. Sums of integers are
//! therefore exact, in any order. A value that becomes a unit saturates at the largest word; its
//! scale leaves [room](super::bounds) for it.

/// Steps per 1.0 of a feature.
pub(super) const FEATURE_STEPS: f32 = 2048.0;
/// Sums of the first layer's features are finer than its other sums by a factor of 2 to this power.
pub(super) const FEATURE_SHIFT: u32 = 11;
pub(super) const LARGEST_WORD: f32 = i16::MAX as f32;
/// Largest sum of 32 bits, with a margin for rounding.
pub(super) const LARGEST_SUM: f32 = 2.0e9;
/// Smallest scale. Extremely large weights would need a smaller one; for them, floats are better.
pub(super) const FEWEST_STEPS: f32 = 1.0;
/// Largest scale. A larger one, possible for layers of zeros, has no benefit.
pub(super) const MOST_STEPS: f32 = 16_777_216.0;

/// Adding this number leaves no fraction bits.
pub(super) const ROUND: f32 = 12_582_912.0;

/// Returns the integer nearest to a number of at most 22 bits.
// Avoids `round`, which is a function call on processors without an instruction for it.
#[inline(always)]
pub(super) fn nearest(value: f32) -> i32 {
    ((value + ROUND).to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32)
}

pub(super) fn word(value: f32) -> i16 {
    debug_assert!(value.abs() < LARGEST_WORD + 1.0, "{value}");
    nearest(value) as i16
}
