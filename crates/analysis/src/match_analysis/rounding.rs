//! Number rounding of documents.

/// Rounds to six decimals, precise enough and short. Turns negative zero into zero.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}
