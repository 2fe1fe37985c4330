//! Means and their confidence intervals.

use serde::Serialize;

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of the interval.
    pub interval_95: f64,
}

/// Standard deviations on either side of a normal distribution's mean that contain 95 % of it.
const STANDARD_DEVIATIONS: f64 = 1.959_964;

/// Mean of independent values, with the normal approximation of its interval. The interval is
/// infinite for fewer than two values.
pub fn mean(values: &[f64]) -> Mean {
    let count = values.len() as f64;
    let value = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|x| (x - value) * (x - value)).sum();
    let interval_95 = if values.len() < 2 {
        f64::INFINITY
    } else {
        STANDARD_DEVIATIONS * (squares / (count - 1.0) / count).sqrt()
    };
    Mean { value, interval_95 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_by_hand() {
        let Mean { value, interval_95 } = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(value, 2.5);
        // Variance 5/3, standard error sqrt(5/12).
        assert!((interval_95 - 1.959_964 * (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!(mean(&[1.0]).interval_95.is_infinite());
    }
}
