//! Test statistics and p-values.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// Result of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceTest {
    /// Name of the test.
    pub name: String,
    /// Test statistic.
    #[serde(flatten)]
    pub statistic: Statistic,
    /// Probability that fair dice deviate at least as much, 0 to 1.
    pub p_value: f64,
}

/// Deviation of counts from their expected values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "statistic", rename_all = "kebab-case")]
pub enum Statistic {
    /// Pearson's chi-square: sum of squared differences, each divided by the expected count.
    ChiSquare {
        /// Value of the sum.
        value: f64,
        /// Degrees of freedom.
        degrees_of_freedom: u32,
    },
    /// Deviation from the mean of a count with approximately normal distribution.
    Normal {
        /// Deviation in standard deviations.
        value: f64,
    },
}

/// Minimum degrees of freedom for treating very even counts as suspicious. With fewer, fair dice
/// can be perfectly even.
pub(super) const TOO_EVEN_FROM: u32 = 5;

/// Minimum expected count of a chi-square cell; with fewer, the distribution differs.
const LEAST_EXPECTED: f64 = 5.0;

/// Pearson's chi-square test of counts against probabilities that sum to 1. Merges neighbouring
/// cells if one expects too few; `None` if a single cell is left.
pub(super) fn test_chi_square(
    name: &str,
    counts: &[u64],
    probabilities: &[f64],
) -> Option<DiceTest> {
    let total = counts.iter().sum::<u64>() as f64;
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (&count, probability) in counts.iter().zip(probabilities) {
        open = (open.0 + count as f64, open.1 + total * probability);
        if open.1 >= LEAST_EXPECTED {
            cells.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = cells.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1);
    }
    let degrees_of_freedom = cells.len().checked_sub(1).filter(|&free| free > 0)? as u32;
    let square = |x: f64| x * x;
    let value = cells.iter().map(|(count, expected)| square(count - expected) / expected).sum();
    let distribution = ChiSquared::new(degrees_of_freedom.into()).ok()?;
    Some(DiceTest {
        name: name.to_owned(),
        statistic: Statistic::ChiSquare { value, degrees_of_freedom },
        p_value: distribution.sf(value),
    })
}

/// Two-sided test of a sum with expected value 0; `None` if the variance is 0.
pub(super) fn test_normal(name: &str, sum: f64, variance: f64) -> Option<DiceTest> {
    if variance <= 0.0 {
        return None;
    }
    let value = sum / variance.sqrt();
    let p_value = (2.0 * Normal::standard().sf(value.abs())).min(1.0);
    let statistic = Statistic::Normal { value };
    Some(DiceTest { name: name.to_owned(), statistic, p_value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_the_tables() {
        // The 5 % points of standard tables.
        let five = test_chi_square("", &[100 - 11, 100 + 11], &[0.5, 0.5]).unwrap();
        let Statistic::ChiSquare { value, degrees_of_freedom: 1 } = five.statistic else {
            panic!()
        };
        assert!(
            (value - 2.0 * 121.0 / 100.0).abs() < 1e-12 && (five.p_value - 0.1198).abs() < 1e-4
        );
        let normal = test_normal("", -1.959_964, 1.0).unwrap();
        assert!((normal.p_value - 0.05).abs() < 1e-6);
        let chi = ChiSquared::new(20.0).unwrap();
        assert!((chi.sf(31.410) - 0.05).abs() < 1e-4);
    }

    #[test]
    fn cells_that_expect_too_few_are_put_together() {
        let thin = [0.5, 0.25, 0.03125, 0.03125, 0.1875];
        // Expected counts are 48, 24, 3 merged with 3, and 18.
        let test = test_chi_square("", &[48, 24, 3, 3, 18], &thin).unwrap();
        assert_eq!(test.statistic, Statistic::ChiSquare { value: 0.0, degrees_of_freedom: 3 });
        // With half as many, 3 merged with 3 is still too few and also absorbs the last cell.
        let test = test_chi_square("", &[24, 12, 0, 0, 12], &thin).unwrap();
        assert_eq!(test.statistic, Statistic::ChiSquare { value: 0.0, degrees_of_freedom: 2 });
        assert_eq!(test_chi_square("", &[1, 2], &[0.5, 0.5]), None);
        assert_eq!(test_normal("", 1.0, 0.0), None);
    }
}
