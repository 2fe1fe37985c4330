//! Random streams: every game has its own, so results do not depend on threads.

use crate::{dice::Dice, game::Game, games::Opening};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The random numbers of one game.
pub type GameRng = ChaCha8Rng;

/// The stream of a game: ChaCha with eight rounds, keyed by the seed, the game's number being
/// the stream's.
pub fn game_rng(seed: u64, game: u64) -> GameRng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game);
    rng
}

/// One die.
pub fn die(rng: &mut GameRng) -> u8 {
    rng.random_range(1..=6)
}

/// A roll of two dice.
pub fn roll(rng: &mut GameRng) -> Dice {
    Dice::new(die(rng), die(rng)).expect("dice show 1 to 6")
}

/// One die for each player, rolled again while they are equal: the player with the higher one
/// begins, and plays both numbers.
pub fn opening_dice(rng: &mut GameRng) -> [u8; 2] {
    loop {
        let dice = [die(rng), die(rng)];
        if dice[0] != dice[1] {
            return dice;
        }
    }
}

/// The first roll of a game, where it does not matter who has which die: seats are as random as
/// the dice, or both are played.
pub fn first_roll(game: Game, rng: &mut GameRng) -> Dice {
    match game.opening() {
        Opening::Lot => {
            let [a, b] = opening_dice(rng);
            Dice::new(a, b).expect("dice show 1 to 6")
        }
        Opening::Reroll => roll(rng),
    }
}
