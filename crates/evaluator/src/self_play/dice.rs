//! Dice of rollouts.

use super::settings::{ROUND, Settings};
use rand::{RngExt, seq::SliceRandom};
use sheshbesh_movegen::{
    Dice,
    random::{GameRng, game_rng},
};

/// Dice of one game. They depend on the seed and the number of the game alone.
pub(super) struct GameDice {
    rng: GameRng,
    spread: Option<Spread>,
}

impl GameDice {
    /// Creates the dice of a game.
    pub(super) fn new(settings: &Settings, game: u64) -> Self {
        let spread = settings.stratified.then(|| Spread::new(settings.seed, game));
        Self { rng: game_rng(settings.seed, game), spread }
    }

    /// Returns the next roll; `ply` is the number of rolls before.
    pub(super) fn roll(&mut self, ply: u32) -> Dice {
        let stratified = self.spread.as_ref().and_then(|spread| spread.roll(ply));
        stratified.unwrap_or_else(|| ordered_roll(self.rng.random_range(0..ROUND) as usize))
    }
}

fn ordered_roll(number: usize) -> Dice {
    let faces = 6;
    let die = |n: usize| n as u8 + 1;
    Dice::new(die(number / faces), die(number % faces)).expect("dice show 1 to 6")
}

/// Stratified first two rolls of a game: 36 consecutive games have every first roll once, and 36 ×
/// 36 games have every pair of a first and a second roll.
struct Spread([usize; 2]);

impl Spread {
    fn new(seed: u64, game: u64) -> Self {
        let rolls = ROUND as usize;
        // Games are numbered from 0, so no game uses this stream.
        let mut rng: GameRng = game_rng(seed, u64::MAX);
        let mut order = || {
            let mut order: Vec<usize> = (0..rolls).collect();
            order.shuffle(&mut rng);
            order
        };
        let (first, second) = (order(), order());
        let (in_round, round) = ((game % ROUND) as usize, (game / ROUND) as usize);
        Self([first[in_round], second[(in_round + round) % rolls]])
    }

    fn roll(&self, ply: u32) -> Option<Dice> {
        self.0.get(ply as usize).map(|&number| ordered_roll(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_comes_once_in_a_round() {
        let mut seen = [0; Dice::ALL.len()];
        for game in 36..72 {
            let dice = Spread::new(5, game).roll(0).unwrap();
            seen[Dice::ALL.iter().position(|d| *d == dice).unwrap()] += 1;
        }
        assert!(Dice::ALL.iter().zip(seen).all(|(dice, n)| n == dice.weight()));
    }
}
