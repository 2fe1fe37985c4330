//! Validates the stopping rules of a rollout.

use sheshbesh_evaluator::rollout::StoppingRule;
use sheshbesh_movegen::codes;

/// Reasons for rejecting a stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoppingRuleError {
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

codes! {
    StoppingRuleError {
        Self::StandardError => "stopping.standard-error",
        Self::Confidence => "stopping.confidence",
        Self::Time => "stopping.time",
    }
}

/// Builds the stopping rule of a rollout. The time limit is validated here too, but the caller
/// enforces it.
///
/// ```
/// use sheshbesh_api::stopping_rule::{StoppingRuleError, parse_stopping_rule};
/// assert_eq!(parse_stopping_rule(Some(0.01), None, None)?.standard_error, Some(0.01));
/// assert_eq!(parse_stopping_rule(None, Some(1.0), None), Err(StoppingRuleError::Confidence));
/// # Ok::<(), StoppingRuleError>(())
/// ```
///
/// # Errors
/// If a limit would never stop the rollout, or would stop it before it starts.
pub fn parse_stopping_rule(
    standard_error: Option<f32>,
    confidence: Option<f32>,
    seconds: Option<f64>,
) -> Result<StoppingRule, StoppingRuleError> {
    if standard_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
        return Err(StoppingRuleError::StandardError);
    }
    if confidence.is_some_and(|share| !(0.5..1.0).contains(&share)) {
        return Err(StoppingRuleError::Confidence);
    }
    if seconds.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
        return Err(StoppingRuleError::Time);
    }
    Ok(StoppingRule { standard_error, confidence })
}
