#![doc = include_str!("../README.md")]

pub mod bearoff;
mod cache;
pub mod cube;
pub mod defaults;
mod depth;
#[cfg(feature = "parallel")]
mod engine;
mod evaluator;
mod exact;
pub mod filter;
pub mod hypergammon;
pub mod race;
pub mod rollout;
mod stop;
mod table_file;
mod ties;
pub mod windows;

pub use cache::EvaluationCache;
pub use depth::{Depth, InvalidDepth};
#[cfg(feature = "parallel")]
pub use engine::Engine;
pub use evaluator::{
    EvaluationError, Evaluator, LookedUp, RankedPlay, RollAnswered, Settings, Verdict,
};
pub use filter::{Filter, FilterName, MoveFilter};
pub use sheshbesh_parallel::Executor;
pub use stop::{Stop, Stopped};

/// Positions of random games, of all classes, finished ones included.
#[cfg(test)]
pub(crate) fn test_positions(games: u32) -> Vec<sheshbesh_movegen::Position> {
    use sheshbesh_movegen::{Game, testing};
    let mut random = testing::Random::new(7);
    (0..games).flat_map(|_| testing::random_game(Game::Backgammon, &mut random)).collect()
}
