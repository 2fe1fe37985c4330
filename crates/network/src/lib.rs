#![doc = include_str!("../README.md")]

mod classes;
mod ensemble;
mod fallback_game;
pub mod file;
mod inference;
pub mod inputs;
pub mod maths;
mod member;
mod net;
mod network;
mod outcomes;
mod pattern_table;
mod shape;
mod simd;
mod static_evaluator;

pub use classes::ClassSet;
pub use ensemble::InvalidEnsemble;
pub use fallback_game::Kinship;
pub use file::{ENSEMBLE_WEIGHTS, WEIGHTS, input};
pub use inference::{FastNetwork, Workspace};
pub use member::{Companion, Expert, Provenance};
pub use net::{InvalidNet, Layer, MOST_UNITS, Net, Weights};
pub use network::{InvalidNetwork, Network};
pub use outcomes::{OUTCOME_POINTS, OUTCOMES, Outcomes, Probabilities};
pub use pattern_table::PatternTable;
pub use shape::{Activation, Output, Shape};
pub use simd::{UnknownInstructions, check_instructions, instructions};
pub use static_evaluator::StaticEvaluator;

/// Returns the positions of random games: all classes, including finished games.
#[cfg(test)]
pub(crate) fn test_positions(games: u32) -> Vec<sheshbesh_movegen::Position> {
    use sheshbesh_movegen::{Game, testing};
    let mut random = testing::Random::new(7);
    (0..games).flat_map(|_| testing::random_game(Game::Backgammon, &mut random)).collect()
}
