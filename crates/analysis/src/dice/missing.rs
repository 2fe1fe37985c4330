//! Tests whether a number that has been missing for long becomes more likely.

use super::{
    FACES, LONG,
    p_values::{DiceTest, test_normal},
};
use serde::{Deserialize, Serialize};

/// Probability that a roll shows a given number on either die.
pub const SHOWN: f64 = 11.0 / 36.0;

/// Covariance of two given numbers appearing in the same roll. Both appear in 2 of 36 rolls.
const COVARIANCE: f64 = 2.0 / 36.0 - SHOWN * SHOWN;

/// Half-width of the 95 % interval of a normal distribution, in standard deviations.
const NORMAL_95: f64 = 1.959_964;

/// First number of rolls of each row in the table.
const ROWS: [u32; 6] = [0, 1, 5, LONG, 15, 20];

/// Share of next rolls that showed a number missing for this long, over all six numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissingShare {
    /// Minimum number of rolls without the number.
    pub from: u32,
    /// Maximum number of rolls without the number; null if unlimited.
    pub to: Option<u32>,
    /// Number of times that a number was missing for this long.
    pub times: u64,
    /// Share of next rolls that showed the number, 0 to 1; null if `times` is 0.
    pub share: Option<f64>,
    /// Half-width of the 95 % confidence interval of `share`.
    pub interval_95: Option<f64>,
}

/// Counts of numbers missing for a range of rolls, and of their appearances in the next roll.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    times: u64,
    came: u64,
    /// Pairs of numbers missing at the same roll.
    pairs: u64,
}

impl Row {
    fn plus(self, other: Self) -> Self {
        Self {
            times: self.times + other.times,
            came: self.came + other.came,
            pairs: self.pairs + other.pairs,
        }
    }

    /// Variance of `came` for fair dice. A roll is independent of the numbers missing before it, so
    /// the variances of rolls add up. Numbers of the same roll are correlated, so their covariances
    /// count too.
    fn variance(self) -> f64 {
        let one = SHOWN * (1.0 - SHOWN);
        self.times as f64 * one + 2.0 * self.pairs as f64 * COVARIANCE
    }

    fn share(self, from: u32, to: Option<u32>) -> MissingShare {
        let times = self.times as f64;
        let some = self.times > 0;
        MissingShare {
            from,
            to,
            times: self.times,
            share: some.then(|| self.came as f64 / times),
            interval_95: some.then(|| NORMAL_95 * self.variance().sqrt() / times),
        }
    }
}

/// Counts how long each number was missing, and whether the next roll showed it.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing {
    /// Rolls since each number appeared; `None` before its first appearance.
    since: [Option<u32>; FACES],
    rows: [Row; ROWS.len()],
    /// Counts from [`LONG`] rolls on. Unlike the sum of the rows, it includes pairs across rows.
    long: Row,
}

impl Missing {
    pub(super) fn add(&mut self, roll: [u8; 2]) {
        let mut missing = [0u64; ROWS.len()];
        let mut missing_long = 0;
        for (number, since) in (1..).zip(&mut self.since) {
            let comes = roll.contains(&number);
            if let Some(since) = *since {
                let row = ROWS.iter().rposition(|&from| since >= from).unwrap_or_default();
                let now = Row { times: 1, came: comes.into(), pairs: missing[row] };
                self.rows[row] = self.rows[row].plus(now);
                missing[row] += 1;
                if since >= LONG {
                    self.long = self.long.plus(Row { pairs: missing_long, ..now });
                    missing_long += 1;
                }
            }
            *since = if comes { Some(0) } else { since.map(|since| since + 1) };
        }
    }

    pub(super) fn shares(&self) -> Vec<MissingShare> {
        let to = |row: usize| ROWS.get(row + 1).map(|next| next - 1);
        let rows = self.rows.iter().enumerate();
        rows.map(|(number, row)| row.share(ROWS[number], to(number))).collect()
    }

    pub(super) fn long(&self) -> MissingShare {
        self.long.share(LONG, None)
    }

    pub(super) fn test(&self, tests: &mut Vec<DiceTest>) {
        let sum = self.long.came as f64 - self.long.times as f64 * SHOWN;
        tests.extend(test_normal(&missing_test(), sum, self.long.variance()));
    }
}

/// Name of the test.
pub(super) fn missing_test() -> String {
    format!("numbers missing for {LONG} rolls or more")
}
