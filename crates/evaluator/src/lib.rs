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
    use sheshbesh_movegen::{Class, Dice, Game, Plays};
    let mut state = 7u64;
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut plays = Plays::new(Game::Backgammon);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Game::Backgammon.start();
        loop {
            positions.push(position);
            if position.class() == Class::Over {
                break;
            }
            let results = plays.generate_or_pass(&position, Dice::ALL[below(Dice::ALL.len())]);
            position = results[below(results.len())];
        }
    }
    positions
}
