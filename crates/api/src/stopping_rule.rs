//! Validates the stopping rules of a rollout.

use sheshbesh_evaluator::rollout::StoppingRule;

/// Reasons for rejecting a stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NeverEnough {
    /// Not above zero.
    #[error("the standard error must be above 0")]
    StandardError,
    /// Outside 0.5..1: below 0.5 is no confidence, 1 is certainty.
    #[error("the confidence must be at least 0.5 and below 1")]
    Confidence,
    /// Not above zero seconds.
    #[error("the time limit must be above 0 seconds")]
    Time,
}

/// Builds the stopping rule of a rollout. The time limit is validated here too, but the caller
/// enforces it.
///
/// ```
/// use sheshbesh_api::stopping_rule::{NeverEnough, enough};
/// assert_eq!(enough(Some(0.01), None, None)?.standard_error, Some(0.01));
/// assert_eq!(enough(None, Some(1.0), None), Err(NeverEnough::Confidence));
/// # Ok::<(), NeverEnough>(())
/// ```
///
/// # Errors
/// If a limit would never stop the rollout, or would stop it before it starts.
pub fn enough(
    standard_error: Option<f32>,
    confidence: Option<f32>,
    seconds: Option<f64>,
) -> Result<StoppingRule, NeverEnough> {
    if standard_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
        return Err(NeverEnough::StandardError);
    }
    if confidence.is_some_and(|share| !(0.5..1.0).contains(&share)) {
        return Err(NeverEnough::Confidence);
    }
    if seconds.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
        return Err(NeverEnough::Time);
    }
    Ok(StoppingRule { standard_error, confidence })
}
