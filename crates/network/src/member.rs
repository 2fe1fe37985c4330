//! Parts of a network: experts, their origin, and the members of an ensemble after the first.

use crate::{classes::ClassSet, net::Net};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Class;

/// A net and the classes of positions that it evaluates.
#[derive(Clone, Debug, PartialEq)]
pub struct Expert {
    /// The classes of positions.
    pub classes: ClassSet,
    /// The net.
    pub net: Net,
}

/// Origin of a network's weights, as stored in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Provenance {
    /// Name of the training recipe.
    pub recipe: String,
    /// Seed of the training run.
    pub seed: u64,
    /// Number of self-play games used for training.
    pub games: u64,
    /// Number of positions used for training; a position counts each time it is used.
    pub samples: u64,
    /// Wall-clock time of the run in seconds.
    pub seconds: u64,
    /// Commit of the program; empty if unknown.
    pub commit: String,
    /// Description of the machine.
    pub machine: String,
}

/// A member of an ensemble after the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Companion {
    pub(crate) weight: f32,
    pub(crate) experts: Vec<Expert>,
    pub(crate) provenance: Provenance,
}

impl Companion {
    /// Weight in the mean, above 0 and below 1.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// The experts, which divide all positions of the game among them.
    pub fn experts(&self) -> &[Expert] {
        &self.experts
    }

    /// Origin of the weights.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Returns the index of the expert for a class of positions; 0 if there is none.
pub(crate) fn expert_of(experts: &[Expert], class: Class) -> usize {
    let judges = |expert: &Expert| expert.classes.contains(class);
    experts.iter().position(judges).unwrap_or_default()
}
