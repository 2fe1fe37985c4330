//! What a backgammon position is worth: inputs, networks and search.
//!
//! The forward pass is this crate's own and fast; training lives elsewhere.

mod evaluator;
pub mod inputs;
pub mod network;
mod probabilities;
mod simd;

pub use evaluator::{Evaluator, RankedPlay};
pub use network::Network;
pub use probabilities::{OUTCOME_POINTS, OUTCOMES, Outcomes, Probabilities};
pub use simd::instructions;
