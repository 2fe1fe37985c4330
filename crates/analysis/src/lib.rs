#![doc = include_str!("../README.md")]

pub mod board;
pub mod dice;
pub mod judged;
pub mod numbers;
pub mod verdicts;
