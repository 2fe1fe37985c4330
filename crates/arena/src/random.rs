//! Random streams: every game has its own, so results do not depend on threads.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sheshbesh_movegen::Dice;

/// The random numbers of one game.
pub type GameRng = ChaCha8Rng;

/// The stream of a game: ChaCha with eight rounds, keyed by the seed, the game's number being
/// the stream's.
pub fn game_rng(seed: u64, game: u64) -> GameRng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game);
    rng
}

/// A roll of two dice.
pub fn roll(rng: &mut GameRng) -> Dice {
    let mut die = || rng.random_range(1..=6);
    Dice::new(die(), die()).expect("dice show 1 to 6")
}

/// The first roll of a game: one die each, rolled again when they are equal.
///
/// The player with the higher die plays both numbers. Which of the two that is, is for the caller
/// to say: seats are as random as the dice, or both are played.
pub fn opening_roll(rng: &mut GameRng) -> Dice {
    loop {
        let dice = roll(rng);
        if !dice.is_double() {
            return dice;
        }
    }
}
