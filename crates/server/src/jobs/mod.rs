//! Queue of long-running jobs: they run one at a time on separate threads, and clients can watch
//! them.

mod queue;
#[cfg(test)]
mod tests;

pub(crate) use queue::{Jobs, job_not_found};
