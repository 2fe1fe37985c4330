//! Dice of rollouts.

use super::settings::Settings;
use rand::{RngExt, seq::SliceRandom};
use sheshbesh_movegen::{
    Dice, Game,
    random::{GameRng, game_rng},
};

/// Dice of one game. They depend on the seed and the number of the game alone.
pub(super) struct GameDice {
    rng: GameRng,
    /// Number of dice of a roll.
    dice: usize,
    spread: Option<Spread>,
}

impl GameDice {
    /// Creates the dice of a game, which has a number among the games of a rollout.
    pub(super) fn new(game: Game, settings: &Settings, number: u64) -> Self {
        let dice = game.dice();
        let spread = settings.stratified.then(|| Spread::new(dice, settings.seed, number));
        Self { rng: game_rng(settings.seed, number), dice, spread }
    }

    /// Returns the next roll; `ply` is the number of rolls before.
    pub(super) fn roll(&mut self, ply: u32) -> Dice {
        let dice = self.dice;
        let stratified = self.spread.as_ref().and_then(|spread| spread.roll(dice, ply));
        stratified.unwrap_or_else(|| {
            ordered_roll(dice, self.rng.random_range(0..ordered_rolls(dice)) as usize)
        })
    }
}

const FACES: usize = 6;

/// Number of equally likely ordered rolls: 36 with two dice, 216 with three.
const fn ordered_rolls(dice: usize) -> u64 {
    (FACES as u64).pow(dice as u32)
}

fn ordered_roll(dice: usize, mut number: usize) -> Dice {
    let mut numbers = [0; 3];
    for die in &mut numbers[..dice] {
        *die = (number % FACES) as u8 + 1;
        number /= FACES;
    }
    Dice::of(&numbers[..dice]).expect("dice show 1 to 6")
}

/// Stratified first two rolls of a game: as many consecutive games as there are ordered rolls have
/// every first roll once, and the square of that number every pair of a first and a second roll.
struct Spread([usize; 2]);

impl Spread {
    fn new(dice: usize, seed: u64, game: u64) -> Self {
        let rolls = ordered_rolls(dice);
        // Games are numbered from 0, so no game uses this stream.
        let mut rng: GameRng = game_rng(seed, u64::MAX);
        let mut order = || {
            let mut order: Vec<usize> = (0..rolls as usize).collect();
            order.shuffle(&mut rng);
            order
        };
        let (first, second) = (order(), order());
        let (in_round, round) = ((game % rolls) as usize, (game / rolls) as usize);
        Self([first[in_round], second[(in_round + round) % rolls as usize]])
    }

    fn roll(&self, dice: usize, ply: u32) -> Option<Dice> {
        self.0.get(ply as usize).map(|&number| ordered_roll(dice, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_comes_once_in_a_round() {
        for game in [Game::Backgammon, Game::TABULA] {
            let rounds = ordered_rolls(game.dice());
            let mut seen = vec![0; game.rolls().len()];
            for number in rounds..2 * rounds {
                let spread = Spread::new(game.dice(), 5, number);
                seen[spread.roll(game.dice(), 0).unwrap().index()] += 1;
            }
            assert!(game.rolls().iter().zip(seen).all(|(dice, n)| n == dice.weight()));
        }
    }
}
