//! Tests whether rolls depend on the preceding ones.

use super::{
    FACES,
    p_values::{DiceTest, test_chi_square, test_normal},
};
use sheshbesh_network::maths;

/// Variance of a face. Faces count as −5, −3, −1, 1, 3 and 5, with mean 0.
const VARIANCE: f64 = 35.0 / 3.0;

/// Longest run of doubles with its own count; longer runs share the last count.
const LONGEST: usize = 12;

/// Counts of successive dice and of successive rolls.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    before: Option<[u8; 2]>,
    /// Pairs of a roll's second die and the next roll's first die.
    neighbours: [[u64; FACES]; FACES],
    /// Sum of products of the deviations of successive dice, and the number of pairs.
    dice: (i64, u64),
    /// Sum of products of the deviations of successive rolls' pips, and the number of pairs.
    pips: (i64, u64),
    /// Number of changes between high (4 to 6) and low dice minus the number of repetitions, and
    /// the number of pairs.
    changes: (i64, u64),
    /// Length of the current run of doubles.
    row: usize,
    /// Number of runs of doubles by length; index 0 is length 1.
    rows: [u64; LONGEST],
}

const fn deviation(face: u8) -> i64 {
    2 * face as i64 - 7
}

impl Order {
    pub(super) fn add(&mut self, roll: [u8; 2]) {
        let [first, second] = roll;
        if let Some(before) = self.before {
            self.neighbours[usize::from(before[1]) - 1][usize::from(first) - 1] += 1;
            self.follows(before[1], first);
            let pips = |[a, b]: [u8; 2]| deviation(a) + deviation(b);
            self.pips.0 += pips(before) * pips(roll);
            self.pips.1 += 1;
        }
        self.follows(first, second);
        if first == second {
            self.row += 1;
        } else if self.row > 0 {
            self.rows[self.row.min(LONGEST) - 1] += 1;
            self.row = 0;
        }
        self.before = Some(roll);
    }

    fn follows(&mut self, before: u8, die: u8) {
        self.dice.0 += deviation(before) * deviation(die);
        self.dice.1 += 1;
        self.changes.0 += if (before > 3) == (die > 3) { -1 } else { 1 };
        self.changes.1 += 1;
    }

    pub(super) fn test(&self, tests: &mut Vec<DiceTest>) {
        // Pairs of dice without a common die are independent.
        let pairs = [1.0 / 36.0; FACES * FACES];
        let neighbours = self.neighbours.as_flattened();
        tests.extend(test_chi_square("a roll's last die and the next", neighbours, &pairs));
        // The means are known, so products of neighbours are uncorrelated.
        let (sum, count) = self.dice;
        let variance = VARIANCE * VARIANCE * count as f64;
        tests.extend(test_normal("correlation of a die and the next", sum as f64, variance));
        let (sum, count) = self.pips;
        let variance = 4.0 * VARIANCE * VARIANCE * count as f64;
        tests.extend(test_normal(
            "correlation of a roll's pips and the next",
            sum as f64,
            variance,
        ));
        // Wald–Wolfowitz runs test with known equal probabilities of high and low.
        let (sum, count) = self.changes;
        tests.extend(test_normal("runs of high and of low numbers", sum as f64, count as f64));
        let p: f64 = 1.0 / 6.0;
        let probabilities: [f64; LONGEST] = std::array::from_fn(|index| {
            let so_long = maths::powi(p, index as i32);
            if index + 1 < LONGEST { so_long * (1.0 - p) } else { so_long }
        });
        tests.extend(test_chi_square("doubles in a row", &self.rows, &probabilities));
    }
}
