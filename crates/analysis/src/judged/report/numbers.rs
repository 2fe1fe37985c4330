//! Numbers as reports have them.

use crate::judged::interval::Rate;

/// Points, or equity, with its sign.
pub(crate) fn signed(number: f64) -> String {
    // No negative zero.
    let number = (number * 1000.0).round() / 1000.0 + 0.0;
    format!("{number:+.3}")
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference of chances in percent, with its sign.
pub(crate) fn signed_percent(share: f64) -> String {
    let number = (share * 1000.0).round() / 10.0 + 0.0;
    format!("{number:+.1} %")
}

/// A number, or a dash where there is none.
pub(crate) fn or_dash(number: Option<f64>, places: usize) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.places$}"))
}

/// What a player won or lost in the unit of the match.
pub(crate) fn stakes(mwc: Option<f64>, points: Option<f64>) -> Option<String> {
    match (mwc, points) {
        (Some(mwc), _) => Some(signed_percent(mwc)),
        (None, Some(points)) => Some(signed(points)),
        (None, None) => None,
    }
}

/// A share with its interval and what it is of.
pub(crate) fn rate(rate: &Rate) -> String {
    match (rate.rate, rate.interval) {
        (Some(share), Some([low, high])) => format!(
            "{:.0} % ({:.0}–{:.0}) of {}",
            100.0 * share,
            100.0 * low,
            100.0 * high,
            rate.of
        ),
        _ => "-".to_owned(),
    }
}
