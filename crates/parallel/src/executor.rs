//! Executors: run tasks on this process's threads or on the ranks of a multi-process job.

#[cfg(feature = "rayon")]
use crate::mpi::MpiExecutor;
use crate::{
    job::{Job, Payload},
    threads,
};

/// Distributes tasks and collects their results.
///
/// An executor of several ranks consists of processes that run the same program. Every rank reaches
/// the same calls in the same order. Rank 0 is the root: it distributes the tasks, and only it
/// produces output. The loss of one rank ends all of them.
#[derive(Debug)]
pub enum Executor {
    /// The threads of this process: rayon's, or a single one without the feature `rayon`.
    Threads,
    /// The ranks of a multi-process job.
    #[cfg(feature = "rayon")]
    Mpi(MpiExecutor),
}

impl Executor {
    /// Number of ranks.
    pub const fn ranks(&self) -> usize {
        match self {
            Self::Threads => 1,
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) => ranks.world().ranks,
        }
    }

    /// Rank of this process; 0 is the root.
    pub const fn rank(&self) -> usize {
        match self {
            Self::Threads => 0,
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) => ranks.world().rank,
        }
    }

    /// True if this is the root.
    pub const fn is_root(&self) -> bool {
        self.rank() == 0
    }

    /// Total number of threads of all ranks.
    pub fn threads(&self) -> usize {
        match self {
            Self::Threads => threads::count(),
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) => ranks.threads(),
        }
    }

    /// Runs `task` for each index below `count` and returns the results in this order. Every rank
    /// must call this with the same tasks, and receives all results.
    ///
    /// ```
    /// use sheshbesh_parallel::Executor;
    /// let executor = Executor::Threads;
    /// assert_eq!(executor.map(3, |index| 2 * index as u64), [0, 2, 4]);
    /// ```
    pub fn map<T: Payload + Send>(&self, count: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
        self.run(Job::new(count, &task))
    }

    /// Runs all tasks of a job and returns their results in the order of their indices. Every rank
    /// must call this with the same job.
    pub fn run<T: Payload + Send>(&self, job: Job<'_, T>) -> Vec<T> {
        match self {
            Self::Threads => run_on_threads(job),
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) if ranks.world().ranks == 1 => run_on_threads(job),
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) => ranks.run(job),
        }
    }

    /// Broadcasts the root's `value` to all ranks, and returns it on each. The values of other
    /// ranks are ignored.
    pub fn broadcast<T: Payload>(&self, value: T) -> T {
        match self {
            Self::Threads => value,
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) => ranks.broadcast(value),
        }
    }

    /// Shuts all ranks down. The root tells the other ranks to end. Whatever they are doing, they
    /// end their processes with exit code 0 when they receive that message.
    pub fn shut_down(&self) {
        match self {
            Self::Threads => {}
            #[cfg(feature = "rayon")]
            Self::Mpi(ranks) => ranks.shut_down(),
        }
    }
}

fn run_on_threads<T: Send>(Job { tasks, meanwhile }: Job<'_, T>) -> Vec<T> {
    let run_all = || threads::map_each(tasks.count, |index| tasks.run_and_report(index));
    match meanwhile {
        None => run_all(),
        Some(meanwhile) => threads::join(run_all, meanwhile).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn threads_return_all_results_in_order_and_run_the_other_task_once() {
        let (reported, alongside) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut meanwhile = || _ = alongside.fetch_add(1, Ordering::Relaxed);
        let report = |result: &mut Vec<u8>| {
            reported.fetch_add(result[0].into(), Ordering::Relaxed);
            result.truncate(1);
        };
        let task = |index: usize| vec![index as u8; 3];
        let job = Job::new(100, &task).report(&report).root_only().alongside(&mut meanwhile);
        let results = Executor::Threads.run(job);
        assert_eq!(results, (0..100).map(|index| vec![index]).collect::<Vec<_>>());
        assert_eq!((reported.into_inner(), alongside.into_inner()), (4950, 1));
        assert!(Executor::Threads.map(0, task).is_empty());
        assert_eq!(Executor::Threads.broadcast(3), 3);
        assert!(Executor::Threads.is_root() && Executor::Threads.threads() >= 1);
    }
}
