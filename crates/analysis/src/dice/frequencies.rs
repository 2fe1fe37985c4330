//! Frequencies of numbers, rolls and doubles.

use super::{
    FACES,
    p_values::{DiceTest, test_chi_square, test_normal},
};
use sheshbesh_movegen::Dice;

/// Counts of ordered rolls: the first die's face, then the second's.
#[derive(Clone, Debug, Default)]
pub(super) struct Frequencies([[u64; FACES]; FACES]);

impl Frequencies {
    pub(super) fn add(&mut self, [first, second]: [u8; 2]) {
        self.0[usize::from(first) - 1][usize::from(second) - 1] += 1;
    }

    pub(super) fn rolls(&self) -> u64 {
        self.0.as_flattened().iter().sum()
    }

    pub(super) fn test(&self, tests: &mut Vec<DiceTest>) {
        let counts = &self.0;
        let faces: [u64; FACES] = std::array::from_fn(|face| {
            (0..FACES).map(|other| counts[face][other] + counts[other][face]).sum()
        });
        tests.extend(test_chi_square("the six numbers", &faces, &[1.0 / 6.0; FACES]));
        let rolls = Dice::ALL.map(|dice| {
            let (high, low) = (usize::from(dice.high()) - 1, usize::from(dice.low()) - 1);
            if high == low { counts[high][high] } else { counts[high][low] + counts[low][high] }
        });
        tests.extend(test_chi_square("the 21 rolls", &rolls, &Dice::ALL.map(Dice::probability)));
        let ordered = [1.0 / 36.0; FACES * FACES];
        tests.extend(test_chi_square("one die and the other", counts.as_flattened(), &ordered));
        let doubles: u64 = (0..FACES).map(|face| counts[face][face]).sum();
        let total = self.rolls() as f64;
        let p = 1.0 / 6.0;
        let sum = doubles as f64 - total * p;
        tests.extend(test_normal("doubles", sum, total * p * (1.0 - p)));
    }
}
