//! Numbers as documents have them.

/// Six places: enough for people, and short. Zero has no sign.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}
