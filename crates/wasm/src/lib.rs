#![doc = include_str!("../README.md")]

mod answer;
mod engine;
mod exports;
mod host;
#[cfg(feature = "requests")]
mod requests;
mod status;

pub use exports::{add_network, alloc, answer, answer_size, ask, free, needed, version};
#[cfg(feature = "requests")]
pub use requests::{analyze_part, declare, games_of, join_analysis, request, seed};
