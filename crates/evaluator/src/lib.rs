//! What a backgammon position is worth: inputs, networks and search.
//!
//! The forward pass is this crate's own and fast; training lives elsewhere.

pub mod bearoff;
pub mod cube;
mod evaluator;
pub mod filter;
mod memo;
pub mod race;
pub mod rollout;
mod work;

pub use evaluator::{Evaluator, RankedPlay, Verdict};
pub use filter::{Filter, FilterName};
pub use memo::EvaluationCache;

/// Positions of random games, of all classes, finished ones included.
#[cfg(test)]
pub(crate) fn test_positions(games: u32) -> Vec<sheshbesh_movegen::Position> {
    use sheshbesh_movegen::{Game, testing};
    let mut random = testing::Random::new(7);
    (0..games).flat_map(|_| testing::random_game(Game::Backgammon, &mut random)).collect()
}
