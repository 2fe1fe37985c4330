//! Checkpoint: the state from which a run resumes as if it had never stopped.

use super::curve::CurvePoint;
use crate::{labels::FolderState, learn::LearnerStates};
use bincode::{Decode, Encode};
use sheshbesh_network::file::FileKind;

/// File format of checkpoints.
pub(crate) const CHECKPOINT: FileKind =
    FileKind { name: "checkpoint", magic: *b"SHESHCHK", version: 8 };

/// The state of a run between two batches.
#[derive(Encode, Decode)]
pub(crate) struct Checkpoint {
    /// TOML text of the recipe.
    pub(crate) recipe: String,
    pub(crate) seed: u64,
    /// Index of the current stage, and number of its next step.
    pub(crate) stage: u32,
    pub(crate) batch: u64,
    /// Records of that step's samples, which were played with earlier weights.
    pub(crate) pending: Vec<u8>,
    pub(crate) counters: Counters,
    /// Counters of the network that the run started from.
    pub(crate) before: Counters,
    pub(crate) learners: LearnerStates,
    /// Number of valid samples in the replay buffer's file.
    pub(crate) buffered: u64,
    pub(crate) curve: Vec<CurvePoint>,
    /// Fingerprint of the teacher's weights file, if there is a teacher.
    pub(crate) teacher: Option<String>,
    /// Label folders, in runs that learn from labels.
    pub(crate) labels: Option<Vec<FolderState>>,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Encode, Decode)]
pub struct Counters {
    /// Self-play games learned from, in all stages.
    pub games: u64,
    /// Positions learned from, with repetitions.
    pub samples: u64,
    /// Wall time in seconds, including earlier parts of a resumed run.
    pub seconds: f64,
}
