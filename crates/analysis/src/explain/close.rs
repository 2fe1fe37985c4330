//! Threshold for close decisions.

/// Decisions with a smaller difference than this are close and not explained further, in points.
pub const CLOSE: f32 = 0.02;

/// True if the numbers include a positive and a negative one.
pub(super) fn opposite_signs(numbers: impl Iterator<Item = f32> + Clone) -> bool {
    numbers.clone().any(|number| number > 0.0) && numbers.clone().any(|number| number < 0.0)
}
