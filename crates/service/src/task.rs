//! Work that answers a request, by the resources it takes. The caller decides when and where it
//! runs.

use crate::{answer::Answer, error::ApiError, job::JobWork};
use sheshbesh_evaluator::{Engine, Stop};

/// Short work.
type Light = Box<dyn FnOnce() -> Result<Answer, ApiError> + Send>;
/// Work on the engine.
type Search = Box<dyn FnOnce(&Engine, &Stop) -> Result<Answer, ApiError> + Send>;
/// Work that reads a file.
type Read = Box<dyn FnOnce(&mut dyn Memory) -> Result<Task, ApiError> + Send>;

/// Work of a parsed and validated request.
pub enum Task {
    /// Nothing more to do.
    Ready(Answer),
    /// A few milliseconds without the engine.
    Light(Light),
    /// A search. A stopped search returns incomplete results, or an error.
    Search(Search),
    /// Reading a file, which ends in a ready answer or in a job.
    Read {
        /// Estimated memory in bytes.
        need: usize,
        /// Size of the file in bytes.
        held: usize,
        /// The work.
        work: Read,
    },
    /// Minutes of work on the engine, with progress.
    Job(JobWork),
}

impl Task {
    /// A search that answers with JSON.
    pub(crate) fn search<T: serde::Serialize>(
        query: impl FnOnce(&Engine, &Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Self {
        Self::Search(Box::new(move |engine, stop| Answer::json(&query(engine, stop)?)))
    }

    /// Short work that answers with JSON.
    pub(crate) fn light<T: serde::Serialize>(
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Self {
        Self::Light(Box::new(move || Answer::json(&work()?)))
    }
}

/// Memory of work whose size is known only while it runs.
pub trait Memory {
    /// Grows to an estimated need, for work on `held` bytes that are counted elsewhere.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn grow_for_work(&mut self, need: usize, held: usize) -> Result<(), ApiError>;

    /// Sets the size to exactly the given bytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn resize(&mut self, bytes: usize) -> Result<(), ApiError>;
}

/// Memory without a budget.
#[derive(Clone, Copy, Debug)]
pub struct Unlimited;

impl Memory for Unlimited {
    fn grow_for_work(&mut self, _need: usize, _held: usize) -> Result<(), ApiError> {
        Ok(())
    }

    fn resize(&mut self, _bytes: usize) -> Result<(), ApiError> {
        Ok(())
    }
}
