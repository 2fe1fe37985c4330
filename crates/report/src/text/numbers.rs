//! Number formats of reports.

use sheshbesh_analysis::{match_analysis::Rate, numbers::signed};

/// Formats a share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats a difference of shares in percent, with a sign.
pub(crate) fn signed_percent(share: f64) -> String {
    let number = (share * 1000.0).round() / 10.0 + 0.0;
    format!("{number:+.1} %")
}

/// Formats a number; a dash if it is absent.
pub(crate) fn or_dash(number: Option<f64>, places: usize) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.places$}"))
}

/// Formats a gain or loss in the unit of the match.
pub(crate) fn stakes(mwc: Option<f64>, points: Option<f64>) -> Option<String> {
    match (mwc, points) {
        (Some(mwc), _) => Some(signed_percent(mwc)),
        (None, Some(points)) => Some(signed(points)),
        (None, None) => None,
    }
}

/// Formats a share with its interval and the number of trials.
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
