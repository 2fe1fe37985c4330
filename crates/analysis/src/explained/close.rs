//! What is too close to say much of.

/// What differs by less than this is close, in points: nothing more is said of it.
pub const CLOSE: f32 = 0.02;

/// Whether there are numbers on both sides of zero.
pub(super) fn opposite_signs(numbers: impl Iterator<Item = f32> + Clone) -> bool {
    numbers.clone().any(|number| number > 0.0) && numbers.clone().any(|number| number < 0.0)
}
