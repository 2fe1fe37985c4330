//! Comparison of values that are summed over many rolls.

/// Rounding error of a search, relative to the larger value or to 1, whichever is greater.
///
/// Each ply sums 21 products of 24-bit floating-point numbers; the measured error is up to 4e-7 at
/// 3-ply. No output shows differences this small.
const ROUNDING: f64 = 2e-6;

/// True if `value` exceeds `other` by more than a search's rounding error.
///
/// Cube actions are compared by it, so that actions of equal value are ties at every depth. Ties
/// count as doubles and as takes.
///
/// ```
/// use sheshbesh_evaluator::cube::exceeds;
/// assert!(exceeds(0.5001_f32, 0.5) && !exceeds(0.5, 0.5001_f32));
/// assert!(!exceeds(1.0000004_f32, 1.0));
/// ```
pub fn exceeds(value: impl Into<f64>, other: impl Into<f64>) -> bool {
    let (value, other) = (value.into(), other.into());
    value - other > ROUNDING * value.abs().max(other.abs()).max(1.0)
}
