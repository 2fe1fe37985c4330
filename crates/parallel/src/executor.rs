//! Executors: run tasks on this process's threads or on the ranks of a multi-process job.

use crate::work;
use std::sync::{Mutex, PoisonError};

/// Computes the result of a task from its number.
///
/// The result must depend only on that number and on data that every rank has, so that it is the
/// same on every rank.
pub type Piece<'a> = dyn Fn(usize) -> Vec<u8> + Sync + 'a;

/// Tasks, numbered from 0.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    count: usize,
    piece: &'a Piece<'a>,
    done: &'a (dyn Fn(&[u8]) + Sync),
    for_the_first: bool,
}

impl Pieces<'_> {
    /// Number of tasks.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// True if only the first rank receives the results.
    pub const fn are_for_the_first(&self) -> bool {
        self.for_the_first
    }

    /// Runs one task and returns its result.
    pub fn piece(&self, number: usize) -> Vec<u8> {
        (self.piece)(number)
    }

    /// Reports the result of a finished task. Only the first rank calls this.
    pub fn tell(&self, result: &[u8]) {
        (self.done)(result);
    }
}

/// Task that the first rank runs alongside shared work.
pub type Meanwhile<'a> = &'a mut (dyn FnMut() + Send);

/// Work for an executor to distribute.
pub struct Work<'a> {
    /// The tasks to distribute.
    pub pieces: Pieces<'a>,
    /// Task that the first rank runs at the same time.
    pub meanwhile: Option<Meanwhile<'a>>,
}

impl<'a> Work<'a> {
    /// Creates work of `count` tasks; every rank receives all results.
    pub fn new(count: usize, piece: &'a Piece<'a>) -> Self {
        let pieces = Pieces { count, piece, done: &|_| {}, for_the_first: false };
        Self { pieces, meanwhile: None }
    }

    /// Calls `done` on the first rank with each result as it arrives, from any thread.
    #[must_use]
    pub fn telling(self, done: &'a (dyn Fn(&[u8]) + Sync)) -> Self {
        Self { pieces: Pieces { done, ..self.pieces }, ..self }
    }

    /// Returns the results to the first rank only.
    #[must_use]
    pub fn for_the_first(self) -> Self {
        Self { pieces: Pieces { for_the_first: true, ..self.pieces }, ..self }
    }

    /// Runs `meanwhile` on the first rank at the same time.
    #[must_use]
    pub fn beside(self, meanwhile: Meanwhile<'a>) -> Self {
        Self { meanwhile: Some(meanwhile), ..self }
    }
}

/// An executor: distributes tasks and collects their results.
///
/// An executor of several ranks consists of processes that run the same program. Every rank reaches
/// the same calls in the same order. The first rank leads, and only it produces output. The loss of
/// one rank ends all of them.
pub trait Executor: Send + Sync {
    /// Number of processes.
    fn ranks(&self) -> usize;

    /// Number of this process, from 0; 0 is the first rank.
    fn rank(&self) -> usize;

    /// Total number of threads of all ranks.
    fn threads(&self) -> usize;

    /// Runs all tasks and returns their results in the order of their numbers.
    ///
    /// Every rank must call this with the same work. If the work is for the first rank only, the
    /// other ranks get an empty vector.
    fn share(&self, work: Work<'_>) -> Vec<Vec<u8>>;

    /// Broadcasts the first rank's `said` to all ranks, and returns it on each.
    fn agree(&self, said: Vec<u8>) -> Vec<u8>;

    /// True if this is the first rank.
    fn is_root(&self) -> bool {
        self.rank() == 0
    }
}

/// The threads of this process: rayon's, or a single one without the feature `parallel`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads;

impl Executor for Threads {
    fn ranks(&self) -> usize {
        1
    }

    fn rank(&self) -> usize {
        0
    }

    fn threads(&self) -> usize {
        work::threads()
    }

    fn share(&self, Work { pieces, meanwhile }: Work<'_>) -> Vec<Vec<u8>> {
        let one = |number: usize| {
            let result = pieces.piece(number);
            pieces.tell(&result);
            result
        };
        let all = || work::map_each(pieces.count(), one);
        match meanwhile {
            None => all(),
            Some(meanwhile) => work::both(all, meanwhile).0,
        }
    }

    fn agree(&self, said: Vec<u8>) -> Vec<u8> {
        said
    }
}

/// Pool of objects that are expensive to create; consecutive tasks reuse them.
#[derive(Debug)]
pub struct Idle<T>(Mutex<Vec<T>>);

impl<T> Default for Idle<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T> Idle<T> {
    /// Lends an idle object to `used`, or a new one if none is idle.
    ///
    /// # Errors
    /// Returns the errors of `make` and of `used`. An object is dropped if `used` fails.
    pub fn lend<R, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
        used: impl FnOnce(&mut T) -> Result<R, E>,
    ) -> Result<R, E> {
        let ready = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut thing = match ready {
            Some(thing) => thing,
            None => make()?,
        };
        let result = used(&mut thing)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(thing);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn threads_give_all_pieces_in_order_and_do_the_other_thing_once() {
        let (told, beside) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut meanwhile = || _ = beside.fetch_add(1, Ordering::Relaxed);
        let done = |result: &[u8]| _ = told.fetch_add(result[0].into(), Ordering::Relaxed);
        let piece = |number: usize| number.to_le_bytes().to_vec();
        let work = Work::new(100, &piece).telling(&done).for_the_first();
        let results = Threads.share(work.beside(&mut meanwhile));
        assert_eq!(results, (0..100).map(piece).collect::<Vec<_>>());
        assert_eq!((told.into_inner(), beside.into_inner()), (4950, 1));
        assert!(Threads.share(Work::new(0, &piece)).is_empty());
        assert_eq!(Threads.agree(vec![3]), [3]);
        assert!(Threads.is_root() && Threads.threads() >= 1);
    }

    #[test]
    fn what_is_idle_is_lent_again_unless_it_failed() {
        let (idle, made) = (Idle::<u32>::default(), AtomicUsize::new(0));
        let make = || Ok::<u32, ()>(made.fetch_add(1, Ordering::Relaxed) as u32);
        let one_more = |thing: &mut u32| {
            *thing += 10;
            Ok(*thing)
        };
        assert_eq!(idle.lend(make, one_more), Ok(10));
        assert_eq!(idle.lend(make, one_more), Ok(20));
        assert_eq!(idle.lend(make, |_| Err::<u32, ()>(())), Err(()));
        assert_eq!(idle.lend(make, one_more), Ok(11));
        assert_eq!(idle.lend(|| Err(()), one_more), Ok(21));
    }
}
