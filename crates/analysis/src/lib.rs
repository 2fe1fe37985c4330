#![doc = include_str!("../README.md")]

pub mod board;
pub mod numbers;
pub mod verdicts;
