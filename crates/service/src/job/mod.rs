//! Long-running jobs: their work, status and results. Queues of jobs belong to transports.

mod error;
mod status;
mod work;

pub use error::{JobError, JobNote, TimeLimit};
pub use status::{Ended, JobKind, Progress, State as JobState, Status, StoredJson};
pub use work::{JobOutput, JobWork, ProgressReport};
