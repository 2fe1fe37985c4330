//! Warning about a mistake before it is final.

use crate::{
    explain::capitalized,
    match_analysis::{Decision, Marks, Thresholds, action_words, cube_error_words},
};

/// Returns a sentence about a decision that loses at least as much as an error, with its mark as in
/// reports; otherwise `None`.
///
/// ```
/// use sheshbesh_analysis::{match_analysis::{Decision, Thresholds}, tutor::warning};
/// let mut decision: Decision = serde_json::from_str(r#"{"seat": 1, "kind": "play",
///     "position_id": "", "played": "24/20", "loss": 0.05, "counted": true,
///     "counted_by_gnubg": true, "ply": 2}"#)?;
/// let thresholds = Thresholds { error: 0.02, blunder: 0.08, near_best: 0.08, cube: 0.12, early: 0.23 };
/// let said = warning(&decision, &thresholds);
/// assert_eq!(said.as_deref(), Some("?  24/20 loses 0.050 EMG: an error."));
/// decision.loss = Some(0.019);
/// assert_eq!(warning(&decision, &thresholds), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn warning(decision: &Decision, thresholds: &Thresholds) -> Option<String> {
    let loss = decision.loss.filter(|loss| *loss > 0.0 && *loss >= thresholds.error)?;
    let mark = Marks::of(thresholds).mark(decision);
    let done = capitalized(&action_words(decision.kind, &decision.played));
    let name = if loss >= thresholds.blunder { "a blunder" } else { "an error" };
    let how = match decision.error {
        Some(error) => format!(", {}", cube_error_words(error)),
        None => String::new(),
    };
    Some(format!("{mark:2} {done} loses {}: {name}{how}.", loss_in_words(decision)))
}

/// States the loss in EMG, and in the unit of the stakes if that differs.
pub fn loss_in_words(decision: &Decision) -> String {
    let loss = decision.loss.unwrap_or(0.0);
    match (decision.loss_mwc, decision.loss_points) {
        (Some(mwc), _) => format!("{loss:.3} EMG, {:.1} % of the match", 100.0 * mwc),
        (None, Some(points)) if points > loss => format!("{loss:.3} EMG, {points:.3} points"),
        _ => format!("{loss:.3} EMG"),
    }
}
