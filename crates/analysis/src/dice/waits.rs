//! How long one waits for a number, and for a double.

use super::{
    FACES,
    p_values::{DiceTest, chi_square},
};

/// Rolls of a wait that are told apart; longer ones are counted together.
const LONGEST: usize = 100;

/// Rolls from one time that something comes to the next.
#[derive(Clone, Debug)]
struct Gaps {
    /// Rolls since it came; `None` before the first time.
    since: Option<usize>,
    /// How many waits took so many rolls, less 1.
    counts: [u64; LONGEST],
}

impl Gaps {
    const NONE: Self = Self { since: None, counts: [0; LONGEST] };

    fn add(&mut self, came: bool) {
        self.since = match (self.since, came) {
            (None, false) => None,
            (None, true) => Some(0),
            (Some(since), false) => Some(since + 1),
            (Some(since), true) => {
                self.counts[since.min(LONGEST - 1)] += 1;
                Some(0)
            }
        };
    }

    /// Against the geometric distribution of what comes with a probability.
    fn test(&self, name: &str, p: f64) -> Option<DiceTest> {
        let probabilities: [f64; LONGEST] = std::array::from_fn(|index| {
            let so_long = (1.0 - p).powi(index as i32);
            if index + 1 < LONGEST { so_long * p } else { so_long }
        });
        chi_square(name, &self.counts, &probabilities)
    }
}

/// Waits for each number on either die, and for doubles.
#[derive(Clone, Debug)]
pub(super) struct Waits {
    numbers: [Gaps; FACES],
    doubles: Gaps,
}

impl Default for Waits {
    fn default() -> Self {
        Self { numbers: [Gaps::NONE; FACES], doubles: Gaps::NONE }
    }
}

impl Waits {
    pub(super) fn add(&mut self, roll: [u8; 2]) {
        for (number, gaps) in (1..).zip(&mut self.numbers) {
            gaps.add(roll.contains(&number));
        }
        self.doubles.add(roll[0] == roll[1]);
    }

    pub(super) fn test(&self, tests: &mut Vec<DiceTest>) {
        for (number, gaps) in (1..).zip(&self.numbers) {
            tests.extend(gaps.test(&format!("waits for a {number}"), super::SHOWN));
        }
        tests.extend(self.doubles.test("waits for a double", 1.0 / 6.0));
    }
}
