#![doc = include_str!("../README.md")]

mod answer;
mod engine;
mod exports;
mod host;
mod status;

pub use exports::{add_network, alloc, answer, answer_size, ask, free, needed, version};
