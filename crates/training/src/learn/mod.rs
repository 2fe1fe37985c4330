//! How weights are changed: by steps along the gradient, and to other shapes.

mod adam;
mod average;
mod burn_stacks;
mod device;
mod differences;
mod first_layer;
mod gemm;
mod learner;
mod learners;
mod model;
mod prune_units;
mod reshape;
mod sparse;
mod stacks;
mod weights;
mod widen;

pub use device::{Compute, DeviceName, UnknownDevice};
pub(crate) use learners::{LearnerStates, Learners};
pub use model::{IMPOSSIBLE, Model, random_net};
pub(crate) use reshape::{random_network, reshape};
