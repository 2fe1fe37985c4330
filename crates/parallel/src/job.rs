//! Jobs: numbered tasks for an executor.

use bincode::{Decode, Encode};

/// A value that ranks send to each other. Within one process values are handed over as they are.
pub trait Payload: Encode + Decode<()> {}

impl<T: Encode + Decode<()>> Payload for T {}

/// A task that the root runs itself alongside a job.
pub type Meanwhile<'a> = &'a mut (dyn FnMut() + Send);

/// Tasks numbered from 0, for [`Executor::run`](crate::Executor::run).
///
/// The result of a task must depend only on its index and on data that every rank has, so that it
/// is the same on every rank.
///
/// ```
/// use sheshbesh_parallel::{Executor, Job};
/// let square = |index: usize| (index * index) as u64;
/// let job = Job::new(4, &square).root_only();
/// assert_eq!(Executor::Threads.run(job), [0, 1, 4, 9]);
/// ```
pub struct Job<'a, T> {
    pub(crate) tasks: Tasks<'a, T>,
    pub(crate) meanwhile: Option<Meanwhile<'a>>,
}

/// The part of a job that threads share.
pub(crate) struct Tasks<'a, T> {
    pub(crate) count: usize,
    pub(crate) task: &'a (dyn Fn(usize) -> T + Sync),
    report: &'a (dyn Fn(&mut T) + Sync),
    /// True if only the root receives the results. Without rayon, there is no other rank.
    #[cfg_attr(not(feature = "rayon"), allow(dead_code))]
    pub(crate) root_only: bool,
}

impl<'a, T> Job<'a, T> {
    /// Creates a job of `count` tasks; every rank receives all results.
    pub fn new(count: usize, task: &'a (dyn Fn(usize) -> T + Sync)) -> Self {
        let tasks = Tasks { count, task, report: &|_| {}, root_only: false };
        Self { tasks, meanwhile: None }
    }

    /// Calls `report` on the root with each result as it arrives, from any thread. It may change
    /// the result, for example to take out a large part that is not needed later.
    #[must_use]
    pub fn report(self, report: &'a (dyn Fn(&mut T) + Sync)) -> Self {
        Self { tasks: Tasks { report, ..self.tasks }, ..self }
    }

    /// Returns the results to the root only; the other ranks get an empty vector.
    #[must_use]
    pub fn root_only(self) -> Self {
        Self { tasks: Tasks { root_only: true, ..self.tasks }, ..self }
    }

    /// Runs `meanwhile` on the root at the same time.
    #[must_use]
    pub fn alongside(self, meanwhile: Meanwhile<'a>) -> Self {
        Self { meanwhile: Some(meanwhile), ..self }
    }
}

impl<T> Tasks<'_, T> {
    /// Runs one task on the root and reports its result.
    pub(crate) fn run_and_report(&self, index: usize) -> T {
        self.reported((self.task)(index))
    }

    /// Reports a result, and returns what the report leaves of it.
    pub(crate) fn reported(&self, mut result: T) -> T {
        (self.report)(&mut result);
        result
    }
}
