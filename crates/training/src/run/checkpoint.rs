//! What a run needs to go on as if it had never stopped.

use super::curve::CurvePoint;
use crate::{labels::FolderState, learn::LearnerStates};
use bincode::{Decode, Encode};
use sheshbesh_network::file::Kind;

/// How checkpoints stand in files.
pub(crate) const CHECKPOINT: Kind = Kind { name: "checkpoint", magic: *b"SHESHCHK", version: 8 };

/// The state of a run between two batches.
#[derive(Encode, Decode)]
pub(crate) struct Checkpoint {
    /// The recipe's text.
    pub(crate) recipe: String,
    pub(crate) seed: u64,
    /// Which stage is being worked on, and its next step.
    pub(crate) stage: u32,
    pub(crate) batch: u64,
    /// The records of that step's samples, already played with earlier weights.
    pub(crate) pending: Vec<u8>,
    pub(crate) counters: Counters,
    /// What the network that the run started from had behind it.
    pub(crate) before: Counters,
    pub(crate) learners: LearnerStates,
    /// Samples in the replay buffer's file that count.
    pub(crate) buffered: u64,
    pub(crate) curve: Vec<CurvePoint>,
    /// Fingerprint of the teacher's weights file, if there is a teacher.
    pub(crate) teacher: Option<String>,
    /// Label folders, in runs that learn from labels.
    pub(crate) labels: Option<Vec<FolderState>>,
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Encode, Decode)]
pub struct Counters {
    /// Self-play games learned from, over all stages.
    pub games: u64,
    /// Positions learned from, each time one was.
    pub samples: u64,
    /// Wall time in seconds, earlier parts of a resumed run included.
    pub seconds: f64,
}
