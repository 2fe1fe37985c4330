//! Waiting times for numbers and doubles.

use super::{
    FACES,
    p_values::{DiceTest, test_chi_square},
};
use sheshbesh_network::maths;

/// Longest wait in rolls with its own count; longer waits share the last count.
const LONGEST: usize = 100;

/// Gaps between occurrences of an event, in rolls.
#[derive(Clone, Debug)]
struct Gaps {
    /// Rolls since the last occurrence; `None` before the first.
    since: Option<usize>,
    /// Number of waits by length in rolls; index 0 is length 1.
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

    /// Tests the gaps against the geometric distribution of an event with probability `p`.
    fn test(&self, name: &str, p: f64) -> Option<DiceTest> {
        let probabilities: [f64; LONGEST] = std::array::from_fn(|index| {
            let so_long = maths::powi(1.0 - p, index as i32);
            if index + 1 < LONGEST { so_long * p } else { so_long }
        });
        test_chi_square(name, &self.counts, &probabilities)
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
