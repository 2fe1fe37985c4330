//! What a backgammon position is worth: inputs, networks and search.
//!
//! The forward pass is this crate's own and fast; training lives elsewhere.

pub mod bearoff;
pub mod cube;
mod evaluator;
pub mod file;
pub mod filter;
pub mod inputs;
mod memo;
pub mod network;
mod probabilities;
pub mod race;
pub mod random;
pub mod rollout;
mod simd;

pub use evaluator::{Evaluator, RankedPlay, Verdict};
pub use filter::{Filter, FilterName};
pub use memo::EvaluationCache;
pub use network::Network;
pub use probabilities::{OUTCOME_POINTS, OUTCOMES, Outcomes, Probabilities};
pub use simd::instructions;

/// Positions of random games, of all classes, finished ones included.
#[cfg(test)]
pub(crate) fn test_positions(games: u32) -> Vec<sheshbesh_movegen::Position> {
    use sheshbesh_movegen::{Game, testing};
    let mut random = testing::Random::new(7);
    (0..games).flat_map(|_| testing::random_game(Game::Backgammon, &mut random)).collect()
}
