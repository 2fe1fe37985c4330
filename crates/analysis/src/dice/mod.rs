//! Fairness tests for dice: counts rolls in several ways and computes p-values for fair dice.
//!
//! The distribution of every test statistic is known in advance for fair dice; nothing is fitted to
//! the rolls. The tests of frequencies, gaps, runs and serial pairs are the classical ones of
//! Donald Knuth, *The Art of Computer Programming*, volume 2, 3.3.2.

mod frequencies;
mod missing;
mod order;
mod p_values;
mod waits;
mod words;

use frequencies::Frequencies;
use missing::{Missing, missing_test};
pub use missing::{MissingShare, SHOWN};
use order::Order;
use p_values::TOO_EVEN_FROM;
pub use p_values::{DiceTest, Statistic};
use serde::{Deserialize, Serialize};
use waits::Waits;

/// Faces of a die.
const FACES: usize = 6;

/// Counts rolls in constant memory.
///
/// ```
/// use sheshbesh_analysis::dice::Tally;
/// let mut tally = Tally::default();
/// // Cycling through the 36 rolls is not random.
/// for roll in 0..36_000u32 {
///     tally.add([(roll % 6 + 1) as u8, (roll / 6 % 6 + 1) as u8]);
/// }
/// let report = tally.report();
/// assert!(report.suspicious().any(|test| test.name == "the 21 rolls"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    frequencies: Frequencies,
    order: Order,
    waits: Waits,
    missing: Missing,
}

/// Test results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceReport {
    /// Number of rolls.
    pub rolls: u64,
    /// Tests. Tests that need more rolls are left out.
    pub tests: Vec<DiceTest>,
    /// Share of next rolls that showed a missing number, by how long it was missing.
    pub missing: Vec<MissingShare>,
    /// The same share for [`LONG`] rolls or more, as one row.
    pub long_missing: MissingShare,
}

/// Number of rolls without a number after which players call it due.
pub const LONG: u32 = 10;

/// Probability that fair dice are suspected by any of the tests.
pub const LEVEL: f64 = 0.01;

impl Tally {
    /// Minimum number of rolls for meaningful tests.
    pub const LEAST_ROLLS: u64 = 1000;

    /// Counts a roll.
    ///
    /// # Panics
    /// If a die does not show 1 to 6.
    pub fn add(&mut self, roll: [u8; 2]) {
        assert!(roll.into_iter().all(|die| (1..=FACES as u8).contains(&die)), "{roll:?}");
        self.frequencies.add(roll);
        self.order.add(roll);
        self.waits.add(roll);
        self.missing.add(roll);
    }

    /// Computes the test results for the rolls so far.
    pub fn report(&self) -> DiceReport {
        let mut tests = Vec::new();
        self.frequencies.test(&mut tests);
        self.order.test(&mut tests);
        self.waits.test(&mut tests);
        self.missing.test(&mut tests);
        DiceReport {
            rolls: self.frequencies.rolls(),
            tests,
            missing: self.missing.shares(),
            long_missing: self.missing.long(),
        }
    }
}

impl DiceReport {
    /// Tests that suggest unfair dice: their p-value is very small, or that of a chi-square is very
    /// near 1. Fair dice produce any of them with a probability of at most [`LEVEL`].
    pub fn suspicious(&self) -> impl Iterator<Item = &DiceTest> {
        // Bonferroni correction: each test gets an equal share of the level, and a chi-square half
        // of its share at each end.
        let share = LEVEL / self.tests.len().max(1) as f64;
        self.tests.iter().filter(move |test| match test.statistic {
            Statistic::ChiSquare { degrees_of_freedom, .. }
                if degrees_of_freedom >= TOO_EVEN_FROM =>
            {
                test.p_value < share / 2.0 || 1.0 - test.p_value < share / 2.0
            }
            _ => test.p_value < share,
        })
    }
}

#[cfg(test)]
mod tests;
