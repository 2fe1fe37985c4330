//! The layers after the first, trained with Burn on one of its devices.

mod model;
mod stacks;
#[cfg(test)]
mod twin_tests;

pub use model::Model;
pub(crate) use stacks::{BurnStacks, Slopes};
