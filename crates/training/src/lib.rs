//! Networks that teach themselves backgammon: self-play, λ-returns, and Burn's learner.

mod back_games;
mod checkpoint;
mod curve;
mod device;
mod learner;
mod memory;
mod model;
mod recipe;
mod run;
mod sample;
mod self_play;

pub use checkpoint::Counters;
pub use curve::CurvePoint;
pub use device::{DeviceName, UnknownDevice};
pub use learner::InvalidState;
pub use model::{IMPOSSIBLE, Model, loss, random_part};
pub use recipe::{
    ActivationName, Exploration, InvalidRecipe, Measure, NetworkSpec, Optimiser, OutputName,
    Recipe, Stage, Targets,
};
pub use run::{Ended, Folder, Observer, Run, TrainingError};
pub use sample::Sample;
