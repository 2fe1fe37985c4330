//! Dice that nobody picks: they follow from the server's seed, the session and the number of the roll.

use sheshbesh_movegen::{
    BySeat, Dice,
    random::{GameRng, die, game_rng, roll},
};

/// Words of the stream that each roll may use: one block. Two dice need two, unless a number falls
/// into the few that would make dice uneven.
const WORDS: u128 = 16;

/// The dice of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    seed: u64,
}

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The random numbers of a roll, numbered from 0, of a session.
    fn stream(self, session: u32, number: u32) -> GameRng {
        let mut rng = game_rng(self.seed, session.into());
        rng.set_word_pos(u128::from(number) * WORDS);
        rng
    }

    /// A roll of two dice.
    pub(crate) fn roll(self, session: u32, number: u32) -> Dice {
        roll(&mut self.stream(session, number))
    }

    /// One die for each player.
    pub(crate) fn opening(self, session: u32, number: u32) -> BySeat<u8> {
        let mut rng = self.stream(session, number);
        BySeat { bottom: die(&mut rng), top: die(&mut rng) }
    }

    /// The seed of a player who chooses by chance after that many rolls.
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
            // 1,000 doubles of each kind, twice as many of the others, and five deviations.
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
        // The last rolls of the last session are others too.
        let last = u32::MAX - 50;
        assert_ne!(many(chance, u32::MAX, last), many(chance, 1, last));
    }
}
