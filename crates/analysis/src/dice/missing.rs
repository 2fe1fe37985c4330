//! Whether a number that has not come for long is any likelier than it always is.

use super::{
    FACES, LONG,
    p_values::{DiceTest, normal},
};
use serde::{Deserialize, Serialize};

/// The chance that a roll shows a given number on either die.
pub const SHOWN: f64 = 11.0 / 36.0;

/// Of two given numbers, how much oftener than without regard for each other both are shown: twice in
/// 36 rolls.
const COVARIANCE: f64 = 2.0 / 36.0 - SHOWN * SHOWN;

/// Standard deviations on either side that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_964;

/// The rows of the table begin at so many rolls without the number.
const ROWS: [u32; 6] = [0, 1, 5, LONG, 15, 20];

/// How often the next roll showed a number that had not come for so long, all six taken together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissingShare {
    /// Rolls without it, at least.
    pub from: u32,
    /// Rolls without it, at most; any number where there is no limit.
    pub to: Option<u32>,
    /// How often a number had been missing for so long.
    pub times: u64,
    /// In which share of these the next roll showed it, 0 to 1; nothing if that was never so.
    pub share: Option<f64>,
    /// Half of the interval that holds the true share with 95 %.
    pub interval_95: Option<f64>,
}

/// What the next rolls showed of numbers that had been missing for so long.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    times: u64,
    came: u64,
    /// Pairs of numbers that were missing at the same roll.
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

    /// The variance of how often fair dice show them. What a roll shows is independent of what was
    /// missing before it, so the variances of all rolls add up; of the numbers of one roll, the
    /// covariances count too.
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

/// How long each number has been missing, and what came then.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing {
    /// Rolls without each number; `None` before it came for the first time.
    since: [Option<u32>; FACES],
    rows: [Row; ROWS.len()],
    /// From [`LONG`] on: what the rows have, with the pairs among different rows.
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
        tests.extend(normal(&missing_test(), sum, self.long.variance()));
    }
}

/// What the test is called.
pub(super) fn missing_test() -> String {
    format!("numbers missing for {LONG} rolls or more")
}
