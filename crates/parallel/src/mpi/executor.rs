//! Executor over several ranks: rank 0 (the root) distributes the tasks of a job and collects the
//! results.

use super::{
    message::{Message, decode, encode},
    transport::Transport,
};
use crate::{
    job::{Job, Payload, Tasks},
    launcher::World,
};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
};

/// Tasks queued at another rank for each of its threads, so that no thread waits for a message.
const QUEUED_PER_THREAD: usize = 2;

/// An executor whose ranks have connected to each other.
#[derive(Debug)]
pub struct MpiExecutor {
    transport: Transport,
    /// Number of threads of all ranks together.
    threads: usize,
    /// Number of jobs and of broadcasts so far. Every rank counts them itself.
    job_seq: AtomicU64,
    broadcast_seq: AtomicU64,
}

/// Error: a rank differs from the root, for example in the program's version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rank {rank} differs from rank 0: {fingerprint}, but rank 0 has {root_fingerprint}")]
pub struct MismatchError {
    rank: usize,
    fingerprint: String,
    root_fingerprint: String,
}

impl MpiExecutor {
    /// Waits until all ranks have connected. `fingerprint` describes everything that must be the
    /// same on all ranks, such as the program's version.
    ///
    /// # Errors
    /// On the root, if the fingerprint of another rank differs. The error names the lowest such
    /// rank. The root has told the other ranks to end by then.
    pub fn connect(transport: Transport, fingerprint: &str) -> Result<Self, MismatchError> {
        let own = rayon::current_num_threads();
        let (job_seq, broadcast_seq) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut connected = Self { transport, threads: own, job_seq, broadcast_seq };
        let mut mismatch: Option<MismatchError> = None;
        if connected.is_root() {
            for _ in 1..connected.world().ranks {
                let (rank, bytes) = split_sender(connected.transport.receive());
                let Message::Hello { threads, fingerprint: theirs } = decode(&bytes) else {
                    unreachable!("the first message of a rank is Hello");
                };
                connected.threads += threads as usize;
                if theirs != fingerprint
                    && mismatch.as_ref().is_none_or(|lowest| rank < lowest.rank)
                {
                    let root_fingerprint = fingerprint.to_owned();
                    mismatch = Some(MismatchError { rank, fingerprint: theirs, root_fingerprint });
                }
            }
        } else {
            let fingerprint = fingerprint.to_owned();
            connected.send(0, &Message::Hello { threads: own as u32, fingerprint });
        }
        if let Some(mismatch) = mismatch {
            connected.shut_down();
            return Err(mismatch);
        }
        connected.threads = connected.broadcast(connected.threads as u64) as usize;
        Ok(connected)
    }

    /// This rank and the number of ranks.
    pub(crate) const fn world(&self) -> World {
        self.transport.world()
    }

    /// Number of threads of all ranks together.
    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    const fn is_root(&self) -> bool {
        self.world().rank == 0
    }

    fn send(&self, to: usize, message: &Message) {
        self.transport.send(to, with_sender(self.world().rank, &encode(message)));
    }

    /// Receives the next message and returns it with the rank of its sender. A broadcast is
    /// forwarded before it is returned. If the root has ended, this rank exits.
    fn receive(&self) -> (usize, Message) {
        let (from, bytes) = split_sender(self.transport.receive());
        let message: Message = decode(&bytes);
        if message.is_for_all() && !self.is_root() {
            self.forward(&bytes);
        }
        if message == Message::Ended && !self.is_root() {
            self.transport.close();
            self.transport.exit();
        }
        (from, message)
    }

    /// Forwards a broadcast along a binary tree: each rank passes it to up to two others.
    fn forward(&self, bytes: &[u8]) {
        let World { rank, ranks } = self.world();
        for to in [2 * rank + 1, 2 * rank + 2].into_iter().filter(|&to| to < ranks) {
            self.transport.send(to, with_sender(rank, bytes));
        }
    }

    /// Shuts all ranks down, see [`crate::Executor::shut_down`].
    pub(crate) fn shut_down(&self) {
        if self.is_root() {
            self.forward(&encode(&Message::Ended));
            return self.transport.close();
        }
        loop {
            // Messages for a rank that has reached its end no longer matter.
            self.receive();
        }
    }

    /// Runs a job on all ranks.
    pub(crate) fn run<T: Payload + Send>(&self, job: Job<'_, T>) -> Vec<T> {
        let number = self.job_seq.fetch_add(1, Ordering::Relaxed);
        if self.is_root() {
            self.run_root(number, job)
        } else {
            self.serve_root(number, &job.tasks)
        }
    }

    /// Broadcasts the root's value.
    pub(crate) fn broadcast<T: Payload>(&self, value: T) -> T {
        let number = self.broadcast_seq.fetch_add(1, Ordering::Relaxed);
        if self.is_root() {
            if self.world().ranks > 1 {
                let message = Message::Broadcast { number, value: encode(&value) };
                self.forward(&encode(&message));
            }
            return value;
        }
        match self.receive() {
            (_, Message::Broadcast { number: theirs, value }) => {
                assert_eq!(theirs, number, "the ranks have reached different broadcasts");
                decode(&value)
            }
            (from, other) => unreachable!("unexpected message {other:?} from rank {from}"),
        }
    }

    /// Runs a job on the root.
    fn run_root<T: Payload + Send>(
        &self,
        number: u64,
        Job { tasks, meanwhile }: Job<'_, T>,
    ) -> Vec<T> {
        let progress = Progress::new(&tasks);
        thread::scope(|scope| {
            let dispatcher = scope.spawn(|| self.dispatch(number, &progress));
            if let Some(meanwhile) = meanwhile {
                meanwhile();
            }
            // Afterwards, the root's own threads help.
            let threads = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
            threads.for_each(|_| {
                while let Some(index) = progress.take() {
                    progress.finish(index, tasks.run_and_report(index));
                    let (index, result) = (index as u64, Vec::new());
                    self.send(0, &Message::Done { job: number, index, result });
                }
            });
            dispatcher.join().expect("the dispatching thread does not panic");
        });
        let results = progress.into_results();
        let broadcast = if tasks.root_only { Vec::new() } else { encode(&results) };
        self.forward(&encode(&Message::Finished { job: number, results: broadcast }));
        results
    }

    /// Sends tasks to every rank that has room for them, and collects the results, until all tasks
    /// are done.
    fn dispatch<T: Payload>(&self, number: u64, progress: &Progress<'_, T>) {
        let mut missing = progress.tasks.count;
        let send_next = |to: usize| {
            let Some(index) = progress.take() else { return false };
            self.send(to, &Message::Task { job: number, index: index as u64 });
            true
        };
        while missing > 0 {
            match self.receive() {
                (from, Message::Ready { job, room }) if job == number => {
                    for _ in 0..room {
                        if !send_next(from) {
                            break;
                        }
                    }
                }
                // A rank that reaches a job late finds it finished.
                (_, Message::Ready { job, .. }) => assert!(job < number, "{job}"),
                (from, Message::Done { job, index, result }) => {
                    assert_eq!(job, number, "a result belongs to the current job");
                    if from != self.world().rank {
                        send_next(from);
                        let result = progress.tasks.reported(decode(&result));
                        progress.finish(index as usize, result);
                    }
                    missing -= 1;
                }
                (from, other) => unreachable!("unexpected message {other:?} from rank {from}"),
            }
        }
    }

    /// Runs tasks for the root until its job is finished.
    fn serve_root<T: Payload + Send>(&self, number: u64, tasks: &Tasks<'_, T>) -> Vec<T> {
        // Waiting here would keep a rayon thread from the tasks.
        assert!(
            rayon::current_thread_index().is_none(),
            "jobs of several ranks must run outside rayon's threads"
        );
        let room = QUEUED_PER_THREAD * rayon::current_num_threads();
        self.send(0, &Message::Ready { job: number, room: room as u32 });
        let results = rayon::in_place_scope(|scope| {
            loop {
                match self.receive() {
                    (_, Message::Task { job, index }) => {
                        assert_eq!(job, number, "the ranks have reached different jobs");
                        scope.spawn(move |_| {
                            let result = encode(&(tasks.task)(index as usize));
                            self.send(0, &Message::Done { job, index, result });
                        });
                    }
                    (_, Message::Finished { job, results }) => {
                        assert_eq!(job, number, "the ranks have reached different jobs");
                        return results;
                    }
                    (from, other) => unreachable!("unexpected message {other:?} from rank {from}"),
                }
            }
        });
        if tasks.root_only { Vec::new() } else { decode(&results) }
    }
}

/// State of a job on the root: the next task and the results so far.
struct Progress<'a, T> {
    tasks: &'a Tasks<'a, T>,
    next: AtomicUsize,
    results: Mutex<Vec<Option<T>>>,
}

impl<'a, T> Progress<'a, T> {
    fn new(tasks: &'a Tasks<'a, T>) -> Self {
        let results = Mutex::new((0..tasks.count).map(|_| None).collect());
        Self { tasks, next: AtomicUsize::new(0), results }
    }

    /// Takes the next task, if there is one.
    fn take(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.tasks.count).then_some(index)
    }

    fn finish(&self, index: usize, result: T) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let before = results[index].replace(result);
        assert!(before.is_none(), "a task has one result");
    }

    fn into_results(self) -> Vec<T> {
        let results = self.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().map(|result| result.expect("every task has a result")).collect()
    }
}

/// Prepends the sender's rank to the bytes of a message.
fn with_sender(from: usize, bytes: &[u8]) -> Vec<u8> {
    [&(from as u32).to_le_bytes(), bytes].concat()
}

fn split_sender(mut bytes: Vec<u8>) -> (usize, Vec<u8>) {
    let message = bytes.split_off(size_of::<u32>());
    let from = u32::from_le_bytes(bytes.try_into().expect("a rank has 4 bytes"));
    (from as usize, message)
}
