//! Dice derived from the server's seed, the session number and the roll number, so clients cannot
//! choose them.

use sheshbesh_movegen::{
    BySeat, Dice, Game,
    random::{GameRng, die, game_rng, roll},
};

/// Stream words reserved for each roll: one block. Each die takes a word, unless a value is rejected
/// to keep the dice uniform.
const WORDS_PER_ROLL: u128 = 16;

/// Dice generator of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerDice {
    seed: u64,
}

impl ServerDice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Random number generator for a roll of a session. Rolls are numbered from 0.
    fn rng(self, session: u32, number: u32) -> GameRng {
        let mut rng = game_rng(self.seed, session.into());
        rng.set_word_pos(u128::from(number) * WORDS_PER_ROLL);
        rng
    }

    /// Rolls the dice of a game.
    pub(crate) fn roll(self, game: Game, session: u32, number: u32) -> Dice {
        roll(game, &mut self.rng(session, number))
    }

    /// Rolls one die for each player.
    pub(crate) fn roll_opening(self, session: u32, number: u32) -> BySeat<u8> {
        let mut rng = self.rng(session, number);
        BySeat { bottom: die(&mut rng), top: die(&mut rng) }
    }

    /// Seed for a player with random choices, after `number` rolls.
    pub(crate) const fn player_seed(self, session: u32, number: u32) -> u64 {
        self.seed.wrapping_add((session as u64) << 32 | number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_rolls_are_reproducible_and_uniform() {
        let dice = ServerDice::new(11);
        assert_eq!(dice.roll(Game::Backgammon, 1, 5), dice.roll(Game::Backgammon, 1, 5));
        let mut counts = [0u32; 21];
        for session in 1..=36 {
            for number in 0..1000 {
                counts[dice.roll(Game::Backgammon, session, number).index()] += 1;
            }
        }
        for (roll, count) in Dice::ALL.into_iter().zip(counts) {
            // 1,000 of each double, twice as many of each other roll, within five standard
            // deviations.
            let expected = 1000.0 * f64::from(roll.weight());
            assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt(), "{roll} {count}");
        }
        let many = |dice: ServerDice, session, first| -> Vec<Dice> {
            (first..=first + 50)
                .map(|number| dice.roll(Game::Backgammon, session, number))
                .collect()
        };
        let one = many(dice, 1, 0);
        assert_ne!(one, many(dice, 1, 1));
        assert_ne!(one, many(dice, 2, 0));
        assert_ne!(one, many(ServerDice::new(12), 1, 0));
        // The last rolls of the last session differ, too.
        let last = u32::MAX - 50;
        assert_ne!(many(dice, u32::MAX, last), many(dice, 1, last));
    }
}
