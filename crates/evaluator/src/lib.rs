#![doc = include_str!("../README.md")]

mod bits;
pub mod clock;
pub mod cube;
pub mod defaults;
mod depth;
mod engine;
mod evaluator;
mod exact;
mod level;
pub mod rollout;
mod search;
mod self_play;
mod stop;
mod ties;
mod truncated;

pub use depth::{Depth, InvalidDepth};
pub use engine::Engine;
pub use evaluator::{Evaluator, PositionEvaluation};
pub use exact::{TablebaseHit, bearoff, hypergammon};
pub use level::{EvaluationLevel, InvalidLevel, RolloutLevel, TruncatedRollout};
pub use search::{
    EvaluationCache, EvaluationError, RankedPlay, RollAnswered, Settings, filter,
    filter::{Filter, FilterName, MoveFilter, UnknownFilter},
};
pub use sheshbesh_parallel::Executor;
pub use stop::{Stop, Stopped};

/// Positions of random games, of all classes, finished ones included.
#[cfg(test)]
pub(crate) fn test_positions(games: u32) -> Vec<sheshbesh_movegen::Position> {
    use sheshbesh_movegen::{Game, testing};
    let mut random = testing::Random::new(7);
    (0..games).flat_map(|_| testing::random_game(Game::Backgammon, &mut random)).collect()
}
