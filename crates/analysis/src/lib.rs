#![doc = include_str!("../README.md")]

pub mod board;
pub mod chances;
pub mod dice;
pub mod explained;
pub mod judged;
mod markup;
pub mod numbers;
pub mod quiz;
pub mod report;
pub mod stated;
pub mod svg_board;
pub mod tutor;
pub mod verdicts;

pub use markup::may_stand;
