#![doc = include_str!("../README.md")]

pub mod board;
pub mod cube_windows;
pub mod dice;
mod engine_id;
pub mod explain;
pub mod markup;
pub mod match_analysis;
pub mod notes;
pub mod numbers;
pub mod openings;
pub mod pip_counts;
mod probability_fields;
pub mod study;
pub mod svg_board;

pub use engine_id::EngineId;
pub use probability_fields::ProbabilityFields;
pub use study::{drill, quiz, tutor};
