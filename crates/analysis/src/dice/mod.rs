//! Whether dice are fair: rolls counted in several ways, and how likely fair dice are to look like
//! that.
//!
//! Every test knows its distribution for fair dice beforehand, so nothing is fitted to the rolls. The
//! tests of frequencies, gaps, runs and serial pairs are the classical ones of Donald Knuth, *The Art
//! of Computer Programming*, volume 2, 3.3.2.

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

/// Rolls, counted as they come; memory does not grow with them.
///
/// ```
/// use sheshbesh_analysis::dice::Tally;
/// let mut tally = Tally::default();
/// // Each of the 36 rolls after the other is no game of chance.
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

/// What the tests say of rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceReport {
    /// How many rolls there were.
    pub rolls: u64,
    /// The tests. Those that need more rolls than there were are left out.
    pub tests: Vec<DiceTest>,
    /// How often a number came after so many rolls without it.
    pub missing: Vec<MissingShare>,
    /// The same from [`LONG`] rolls without it on, as one.
    pub long_missing: MissingShare,
}

/// Rolls without a number after which people say that it is due.
pub const LONG: u32 = 10;

/// How often fair dice come under suspicion, whichever of the tests it is.
pub const LEVEL: f64 = 0.01;

impl Tally {
    /// The least number of rolls of which the tests mean anything.
    pub const LEAST_ROLLS: u64 = 1000;

    /// Counts a roll.
    ///
    /// # Panics
    /// When the dice do not show 1 to 6.
    pub fn add(&mut self, roll: [u8; 2]) {
        assert!(roll.into_iter().all(|die| (1..=FACES as u8).contains(&die)), "{roll:?}");
        self.frequencies.add(roll);
        self.order.add(roll);
        self.waits.add(roll);
        self.missing.add(roll);
    }

    /// What the tests say of the rolls so far.
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
    /// The tests that speak against the dice: their p-values are so small, or a chi-square's so near
    /// to 1, that fair dice give any such one with a probability of no more than [`LEVEL`].
    pub fn suspicious(&self) -> impl Iterator<Item = &DiceTest> {
        // Bonferroni: each test has its share of the level, and a chi-square half of it at each end.
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
