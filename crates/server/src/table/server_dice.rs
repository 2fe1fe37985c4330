//! Dice derived from the server's seed, the session number and the roll number, so clients cannot
//! choose them.

use sheshbesh_movegen::{
    BySeat, Dice,
    random::{GameRng, die, game_rng, roll},
};

/// Stream words reserved for each roll: one block. Two dice take two words, unless a value is
/// rejected to keep the dice uniform.
const WORDS: u128 = 16;

/// Dice generator of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    seed: u64,
}

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Random number generator for a roll of a session. Rolls are numbered from 0.
    fn stream(self, session: u32, number: u32) -> GameRng {
        let mut rng = game_rng(self.seed, session.into());
        rng.set_word_pos(u128::from(number) * WORDS);
        rng
    }

    /// Rolls two dice.
    pub(crate) fn roll(self, session: u32, number: u32) -> Dice {
        roll(&mut self.stream(session, number))
    }

    /// Rolls one die for each player.
    pub(crate) fn opening(self, session: u32, number: u32) -> BySeat<u8> {
        let mut rng = self.stream(session, number);
        BySeat { bottom: die(&mut rng), top: die(&mut rng) }
    }

    /// Seed for a player with random choices, after `number` rolls.
    pub(crate) const fn of_player(self, session: u32, number: u32) -> u64 {
        self.seed.wrapping_add((session as u64) << 32 | number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_roll_has_a_number_and_all_are_as_likely() {
        let chance = Chance::new(11);
        assert_eq!(chance.roll(1, 5), chance.roll(1, 5));
        let mut counts = [0u32; 21];
        for session in 1..=36 {
            for number in 0..1000 {
                counts[chance.roll(session, number).index()] += 1;
            }
        }
        for (dice, count) in Dice::ALL.into_iter().zip(counts) {
            // 1,000 of each double, twice as many of each other roll, within five standard
            // deviations.
            let expected = 1000.0 * f64::from(dice.weight());
            assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt(), "{dice} {count}");
        }
        let many = |chance: Chance, session, first| -> Vec<Dice> {
            (first..=first + 50).map(|number| chance.roll(session, number)).collect()
        };
        let one = many(chance, 1, 0);
        assert_ne!(one, many(chance, 1, 1));
        assert_ne!(one, many(chance, 2, 0));
        assert_ne!(one, many(Chance::new(12), 1, 0));
        // The last rolls of the last session differ, too.
        let last = u32::MAX - 50;
        assert_ne!(many(chance, u32::MAX, last), many(chance, 1, last));
    }
}
