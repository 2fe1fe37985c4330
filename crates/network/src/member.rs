//! Parts of a network: experts, their origin, and the members that an ensemble has beside the first.

use crate::{classes::ClassSet, net::Net};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Class;

/// A net, and the positions that it judges.
#[derive(Clone, Debug, PartialEq)]
pub struct Expert {
    /// Which positions it judges.
    pub classes: ClassSet,
    /// What it judges them with.
    pub net: Net,
}

/// Where a network comes from, as its file tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Provenance {
    /// Name of the recipe.
    pub recipe: String,
    /// Seed of the run.
    pub seed: u64,
    /// Self-play games learned from.
    pub games: u64,
    /// Positions learned from, each time one was.
    pub samples: u64,
    /// Wall time of the run in seconds.
    pub seconds: u64,
    /// Commit of the program, empty where unknown.
    pub commit: String,
    /// What the run was made on.
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
    /// Its part of the mean, above 0 and below 1.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// Its experts, which share all positions of the game among them.
    pub fn experts(&self) -> &[Expert] {
        &self.experts
    }

    /// Origin of its weights.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// The number of the expert among some that judges positions of a class.
pub(crate) fn expert_of(experts: &[Expert], class: Class) -> usize {
    let judges = |expert: &Expert| expert.classes.contains(class);
    experts.iter().position(judges).unwrap_or_default()
}
