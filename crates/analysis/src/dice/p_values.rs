//! Statistics with their p-values.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// A test of rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceTest {
    /// What has been counted.
    pub name: String,
    /// How far that is from what fair dice give on average.
    #[serde(flatten)]
    pub statistic: Statistic,
    /// How likely fair dice are to be at least so far from it, 0 to 1.
    pub p_value: f64,
}

/// How far counts are from what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "statistic", rename_all = "kebab-case")]
pub enum Statistic {
    /// The sum of squares of differences, each divided by what is expected.
    ChiSquare {
        /// The sum.
        value: f64,
        /// How many of the counts are free.
        degrees_of_freedom: u32,
    },
    /// Standard deviations from the mean, of a count that is close to normally distributed.
    Normal {
        /// How many.
        value: f64,
    },
}

/// With fewer degrees of freedom, dice that are fair can be as even as can be.
pub(super) const TOO_EVEN_FROM: u32 = 5;

/// No cell of a chi-square expects fewer: with fewer its distribution is another one.
const LEAST_EXPECTED: f64 = 5.0;

/// Pearson's chi-square of counts with those probabilities, which sum to 1. Neighbouring cells are
/// put together where one expects too few; `None` where a single one is left.
pub(super) fn chi_square(name: &str, counts: &[u64], probabilities: &[f64]) -> Option<DiceTest> {
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
    let value = cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    let distribution = ChiSquared::new(degrees_of_freedom.into()).ok()?;
    Some(DiceTest {
        name: name.to_owned(),
        statistic: Statistic::ChiSquare { value, degrees_of_freedom },
        p_value: distribution.sf(value),
    })
}

/// A sum of so much variance that should be 0; both sides count. `None` without variance.
pub(super) fn normal(name: &str, sum: f64, variance: f64) -> Option<DiceTest> {
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
        // The 5 % points that every table has.
        let five = chi_square("", &[100 - 11, 100 + 11], &[0.5, 0.5]).unwrap();
        let Statistic::ChiSquare { value, degrees_of_freedom: 1 } = five.statistic else {
            panic!()
        };
        assert!(
            (value - 2.0 * 121.0 / 100.0).abs() < 1e-12 && (five.p_value - 0.1198).abs() < 1e-4
        );
        let normal = normal("", -1.959_964, 1.0).unwrap();
        assert!((normal.p_value - 0.05).abs() < 1e-6);
        let chi = ChiSquared::new(20.0).unwrap();
        assert!((chi.sf(31.410) - 0.05).abs() < 1e-4);
    }

    #[test]
    fn cells_that_expect_too_few_are_put_together() {
        let thin = [0.5, 0.25, 0.03125, 0.03125, 0.1875];
        // 48, 24, 3 with 3, and 18.
        let test = chi_square("", &[48, 24, 3, 3, 18], &thin).unwrap();
        assert_eq!(test.statistic, Statistic::ChiSquare { value: 0.0, degrees_of_freedom: 3 });
        // Of half as many, 3 and 3 have the last with them.
        let test = chi_square("", &[24, 12, 0, 0, 12], &thin).unwrap();
        assert_eq!(test.statistic, Statistic::ChiSquare { value: 0.0, degrees_of_freedom: 2 });
        assert_eq!(chi_square("", &[1, 2], &[0.5, 0.5]), None);
        assert_eq!(normal("", 1.0, 0.0), None);
    }
}
