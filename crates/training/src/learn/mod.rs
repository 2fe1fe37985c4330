//! Training of the weights: optimisation steps, and changes of shape.

mod adam;
mod average;
#[cfg(feature = "burn")]
mod burn;
mod burn_state;
mod device;
mod differences;
mod first_layer;
mod gemm;
mod learner;
mod learners;
mod prune_units;
mod random_net;
mod reshape;
mod sparse;
mod stacks;
mod weights;
mod widen;

#[cfg(feature = "burn")]
pub use burn::Model;
pub use device::{Compute, DeviceName, UnknownDevice};
pub(crate) use learners::{LearnerStates, Learners};
pub use random_net::random_net;
pub(crate) use reshape::{random_network, reshape};
pub use stacks::IMPOSSIBLE;
