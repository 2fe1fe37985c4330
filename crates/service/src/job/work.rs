//! Work of a job, and its outcome.

use super::{
    error::{JobNote, TimeLimit},
    status::JobKind,
};
use crate::error::ApiError;
use serde_json::value::RawValue;
use sheshbesh_evaluator::{Engine, Stop};

/// Outcome of a job, as JSON.
#[derive(Debug)]
pub struct JobOutput {
    /// Output of `shesh rollout --json` or `shesh analyze --json`.
    pub result: Box<RawValue>,
    /// Match that an analysis read, in the JSON format of `shesh convert`.
    pub record: Option<Box<RawValue>>,
    /// Note about the result.
    pub note: Option<JobNote>,
}

/// Progress of a running job.
#[derive(Debug)]
pub struct ProgressReport {
    /// Finished steps.
    pub done: u64,
    /// Results so far, if they have changed.
    pub result: Option<Box<RawValue>>,
}

/// Function that does the work of a job, with the engine to use, the stop signal, the time limit
/// for messages, and the receiver of progress reports.
type Work = dyn FnOnce(
        &Engine,
        &Stop,
        TimeLimit,
        &(dyn Fn(ProgressReport) + Sync),
    ) -> Result<JobOutput, ApiError>
    + Send;

/// A job that can be started.
pub struct JobWork {
    /// Kind of the job.
    pub kind: JobKind,
    /// Number of steps, in the unit of progress reports.
    pub steps: u64,
    work: Box<Work>,
}

impl JobWork {
    /// Creates a job of `steps` steps.
    pub fn new(
        kind: JobKind,
        steps: u64,
        work: impl FnOnce(
            &Engine,
            &Stop,
            TimeLimit,
            &(dyn Fn(ProgressReport) + Sync),
        ) -> Result<JobOutput, ApiError>
        + Send
        + 'static,
    ) -> Self {
        Self { kind, steps, work: Box::new(work) }
    }

    /// Does the work, until it is done or until the stop signal. `limit` is the time limit behind
    /// the signal, for messages. `report` is called from any thread.
    ///
    /// # Errors
    /// If the work fails, or stops without a result.
    pub fn run(
        self,
        engine: &Engine,
        stop: &Stop,
        limit: TimeLimit,
        report: &(dyn Fn(ProgressReport) + Sync),
    ) -> Result<JobOutput, ApiError> {
        (self.work)(engine, stop, limit, report)
    }
}
