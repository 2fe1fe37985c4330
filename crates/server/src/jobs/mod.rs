//! Long-running jobs: they run one at a time on separate threads, and clients can watch them.

mod error;
mod queue;
mod status;
#[cfg(test)]
mod tests;

pub(crate) use error::{JobError, JobNote, TimeLimit};
pub(crate) use queue::{JobOutput, Jobs, job_not_found};
pub(crate) use status::{JobKind, State, Status};
