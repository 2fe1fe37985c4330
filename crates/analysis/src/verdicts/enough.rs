//! When somebody has seen enough of a rollout.

use sheshbesh_evaluator::rollout::Enough;

/// Why a rollout cannot end when somebody says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NeverEnough {
    /// None is that small.
    #[error("a standard error to stop at must be above 0")]
    StandardError,
    /// It would be none, or certainty.
    #[error("a confidence must be at least 0.5 and below 1")]
    Confidence,
    /// Nothing is rolled out in no time.
    #[error("a time to stop after must be above 0 seconds")]
    Time,
}

/// When a rollout knows enough by what somebody states; the seconds that it may take, which its
/// caller counts, are looked at too.
///
/// ```
/// use sheshbesh_analysis::verdicts::{NeverEnough, enough};
/// assert_eq!(enough(Some(0.01), None, None)?.standard_error, Some(0.01));
/// assert_eq!(enough(None, Some(1.0), None), Err(NeverEnough::Confidence));
/// # Ok::<(), NeverEnough>(())
/// ```
///
/// # Errors
/// When it would never end by that, or has ended before it begins.
pub fn enough(
    standard_error: Option<f32>,
    confidence: Option<f32>,
    seconds: Option<f64>,
) -> Result<Enough, NeverEnough> {
    if standard_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
        return Err(NeverEnough::StandardError);
    }
    if confidence.is_some_and(|share| !(0.5..1.0).contains(&share)) {
        return Err(NeverEnough::Confidence);
    }
    if seconds.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
        return Err(NeverEnough::Time);
    }
    Ok(Enough { standard_error, confidence })
}
