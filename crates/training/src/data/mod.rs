//! Training data: samples, the self-play games that they come from, and the replay buffer.

mod back_games;
mod endings;
mod replay_buffer;
mod sample;
pub mod self_play;
mod targets;

pub(crate) use replay_buffer::ReplayBuffer;
pub use sample::Sample;
pub(crate) use sample::{RECORD, from_records, of_classes, shuffled_by_roll, siblings, to_records};
