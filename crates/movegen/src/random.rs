//! Random streams. Every game has its own, so results do not depend on threads.

use crate::{
    board::Dice,
    games::{Game, Opening},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random number generator of one game.
pub type GameRng = ChaCha8Rng;

/// The random stream of a game: ChaCha with eight rounds, keyed by `seed`. The number of the game
/// is the number of the stream.
pub fn game_rng(seed: u64, game: u64) -> GameRng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game);
    rng
}

/// Rolls one die.
pub fn die(rng: &mut GameRng) -> u8 {
    rng.random_range(1..=6)
}

/// Rolls the dice of a game: two, or three.
pub fn roll(game: Game, rng: &mut GameRng) -> Dice {
    let mut numbers = [0; 3];
    let numbers = &mut numbers[..game.dice()];
    numbers.fill_with(|| die(rng));
    Dice::of(numbers).expect("dice show 1 to 6")
}

/// Rolls one die for each player, again if they are equal. The player with the higher die starts,
/// and plays both numbers.
pub fn opening_dice(rng: &mut GameRng) -> [u8; 2] {
    loop {
        let dice = [die(rng), die(rng)];
        if dice[0] != dice[1] {
            return dice;
        }
    }
}

/// The first roll of a game, if it does not matter which player threw which die: the seats are as
/// random as the dice, or both dice are played.
pub fn first_roll(game: Game, rng: &mut GameRng) -> Dice {
    match game.opening() {
        Opening::OneDieEach => {
            let [a, b] = opening_dice(rng);
            Dice::new(a, b).expect("dice show 1 to 6")
        }
        Opening::Reroll => roll(game, rng),
    }
}
