//! Executor over several ranks: rank 0 (the root) distributes the tasks of a job and collects the
//! results.

use crate::{
    message::Message,
    transport::{Place, Transport},
};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use sheshbesh_evaluator::executor::{Executor, Pieces, Threads, Work};
use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
};

/// Tasks queued at another rank for each of its threads, so that no thread waits for a message.
const WAITING_FOR_A_THREAD: usize = 2;

/// An executor whose ranks have connected to each other.
pub struct MpiExecutor {
    post: Transport,
    /// Number of threads of all ranks together.
    threads: usize,
    /// Number of jobs and of broadcasts so far. Every rank counts them itself.
    works: AtomicU64,
    sayings: AtomicU64,
}

/// Error: a rank differs from the root, for example in the program's version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rank {rank} differs from rank 0: {theirs}, but rank 0 has {firsts}")]
pub struct MismatchError {
    rank: usize,
    theirs: String,
    firsts: String,
}

impl MpiExecutor {
    /// Waits until all ranks have connected. `likeness` describes everything that must be the same
    /// on all ranks, such as the program's version.
    ///
    /// # Errors
    /// On the root, if the description of another rank differs. The error names the lowest such
    /// rank. The root has told the other ranks to end by then.
    pub fn meet(post: Transport, likeness: &str) -> Result<Self, MismatchError> {
        let own = rayon::current_num_threads();
        let mut met =
            Self { post, threads: own, works: AtomicU64::new(0), sayings: AtomicU64::new(0) };
        let mut unlike: Option<MismatchError> = None;
        if met.is_root() {
            let mut missing = met.ranks() - 1;
            while missing > 0 {
                let (from, bytes) = split(met.post.receive());
                let Message::Hello { threads, likeness: theirs } = Message::from_bytes(&bytes)
                else {
                    unreachable!("the first message of a rank is Hello");
                };
                missing -= 1;
                met.threads += threads as usize;
                if theirs != likeness && unlike.as_ref().is_none_or(|lowest| from < lowest.rank) {
                    unlike =
                        Some(MismatchError { rank: from, theirs, firsts: likeness.to_owned() });
                }
            }
        } else {
            let hello = Message::Hello { threads: own as u32, likeness: likeness.to_owned() };
            met.send(0, &hello);
        }
        if let Some(unlike) = unlike {
            met.end();
            return Err(unlike);
        }
        let threads = met.agree((met.threads as u64).to_le_bytes().into());
        met.threads =
            u64::from_le_bytes(threads.try_into().expect("the number of threads has 8 bytes"))
                as usize;
        Ok(met)
    }

    fn send(&self, to: usize, message: &Message) {
        self.post.send(to, joined(self.rank(), &message.to_bytes()));
    }

    /// Receives the next message and returns it with the number of its sender. A broadcast is
    /// forwarded before it is returned. If the root has ended, this rank exits.
    fn receive(&self) -> (usize, Message) {
        let received = self.post.receive();
        let (from, bytes) = split(received);
        let message = Message::from_bytes(&bytes);
        if message.is_for_all() && !self.is_root() {
            self.pass_on(&bytes);
        }
        if message == Message::Ended && !self.is_root() {
            self.post.close();
            (self.post.exit)();
        }
        (from, message)
    }

    /// Forwards a broadcast along a binary tree: each rank passes it to up to two others.
    fn pass_on(&self, bytes: &[u8]) {
        let Place { rank, ranks } = self.post.place;
        for to in [2 * rank + 1, 2 * rank + 2].into_iter().filter(|&to| to < ranks) {
            self.post.send(to, joined(rank, bytes));
        }
    }

    /// Shuts all ranks down. The root tells the other ranks to end. Whatever they are doing, they
    /// end their processes with exit code 0 when they receive that message.
    pub fn end(&self) {
        if self.is_root() {
            self.pass_on(&Message::Ended.to_bytes());
            return self.post.close();
        }
        loop {
            // Messages for a rank that has reached its end no longer matter.
            self.receive();
        }
    }

    /// Sends tasks to every rank that has room for them, and collects the results.
    fn hand_out(
        &self,
        work: u64,
        pieces: &Pieces<'_>,
        take: &(dyn Fn() -> Option<usize> + Sync),
    ) -> Vec<Vec<u8>> {
        let mut results: Vec<Option<Vec<u8>>> = vec![None; pieces.count()];
        let mut missing = pieces.count();
        let give = |to: usize| {
            let number = take().map(|number| number as u64);
            number.is_some_and(|number| {
                self.send(to, &Message::Piece { work, number });
                true
            })
        };
        while missing > 0 {
            match self.receive() {
                (from, Message::Ready { work: theirs, pieces }) if theirs == work => {
                    for _ in 0..pieces {
                        if !give(from) {
                            break;
                        }
                    }
                }
                // A rank that reaches a job late finds it finished.
                (_, Message::Ready { work: theirs, .. }) => assert!(theirs < work, "{theirs}"),
                (from, Message::Done { work: theirs, number, result }) => {
                    assert_eq!(theirs, work, "a result belongs to the current job");
                    pieces.tell(&result);
                    let before = results[number as usize].replace(result);
                    assert_eq!(before, None, "a task has one result");
                    missing -= 1;
                    if from != self.rank() {
                        give(from);
                    }
                }
                (from, other) => unreachable!("unexpected message {other:?} from rank {from}"),
            }
        }
        results.into_iter().map(|result| result.expect("every task has a result")).collect()
    }

    /// Runs a job on the root.
    fn lead(&self, number: u64, Work { pieces, meanwhile }: Work<'_>) -> Vec<Vec<u8>> {
        let next = AtomicUsize::new(0);
        let take = || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            (number < pieces.count()).then_some(number)
        };
        let results = thread::scope(|scope| {
            let handing_out = scope.spawn(|| self.hand_out(number, &pieces, &take));
            if let Some(meanwhile) = meanwhile {
                meanwhile();
            }
            // Afterwards, the root's own threads help.
            let threads = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
            threads.for_each(|_| {
                while let Some(piece) = take() {
                    let result = pieces.piece(piece);
                    self.send(0, &Message::Done { work: number, number: piece as u64, result });
                }
            });
            handing_out.join().expect("the dispatching thread does not panic")
        });
        let told = if pieces.are_for_the_first() { Vec::new() } else { results.clone() };
        self.pass_on(&Message::Over { work: number, results: told }.to_bytes());
        results
    }

    /// Runs a job on any other rank.
    fn follow(&self, number: u64, Work { pieces, .. }: &Work<'_>) -> Vec<Vec<u8>> {
        // Waiting here would keep a rayon thread from the tasks.
        assert!(
            rayon::current_thread_index().is_none(),
            "ranks must share jobs outside rayon's threads"
        );
        let room = WAITING_FOR_A_THREAD * rayon::current_num_threads();
        self.send(0, &Message::Ready { work: number, pieces: room as u32 });
        rayon::in_place_scope(|scope| {
            loop {
                match self.receive() {
                    (_, Message::Piece { work, number: piece }) => {
                        assert_eq!(work, number, "the ranks have reached different jobs");
                        scope.spawn(move |_| {
                            let result = pieces.piece(piece as usize);
                            self.send(0, &Message::Done { work, number: piece, result });
                        });
                    }
                    (_, Message::Over { work, results }) => {
                        assert_eq!(work, number, "the ranks have reached different jobs");
                        return results;
                    }
                    (from, other) => unreachable!("unexpected message {other:?} from rank {from}"),
                }
            }
        })
    }
}

impl Executor for MpiExecutor {
    fn ranks(&self) -> usize {
        self.post.place.ranks
    }

    fn rank(&self) -> usize {
        self.post.place.rank
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn share(&self, work: Work<'_>) -> Vec<Vec<u8>> {
        if self.ranks() == 1 {
            return Threads.share(work);
        }
        let number = self.works.fetch_add(1, Ordering::Relaxed);
        if self.is_root() { self.lead(number, work) } else { self.follow(number, &work) }
    }

    fn agree(&self, said: Vec<u8>) -> Vec<u8> {
        let number = self.sayings.fetch_add(1, Ordering::Relaxed);
        if self.is_root() {
            self.pass_on(&Message::Said { number, bytes: said.clone() }.to_bytes());
            return said;
        }
        match self.receive() {
            (_, Message::Said { number: theirs, bytes }) => {
                assert_eq!(theirs, number, "the ranks have reached different broadcasts");
                bytes
            }
            (from, other) => unreachable!("unexpected message {other:?} from rank {from}"),
        }
    }
}

/// Prepends the sender's rank to the bytes of a message.
fn joined(from: usize, bytes: &[u8]) -> Vec<u8> {
    [&(from as u32).to_le_bytes(), bytes].concat()
}

fn split(mut bytes: Vec<u8>) -> (usize, Vec<u8>) {
    let message = bytes.split_off(size_of::<u32>());
    let from = u32::from_le_bytes(bytes.try_into().expect("a rank has 4 bytes"));
    (from as usize, message)
}
