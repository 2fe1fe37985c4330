//! Games of the engine against itself, for rollouts: one after another, or many in lock step.

mod dice;
mod estimate;
mod game;
mod lock_step;
mod settings;

pub use estimate::Estimate;
pub(crate) use estimate::estimate;
pub(crate) use game::{Sample, SelfPlay};
pub(crate) use lock_step::play_in_step;
pub use settings::{ROUND, Settings, Start, StoppingRule};
