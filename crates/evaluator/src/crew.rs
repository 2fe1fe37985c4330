//! Those among whom work is handed out: the threads of this process, or many processes that do the
//! same together.

use crate::work;
use std::sync::{Mutex, PoisonError};

/// What comes of a piece of work, told by its number. All that it depends on is that number and what
/// every rank knows, so that it is the same whoever does it.
pub type Piece<'a> = dyn Fn(usize) -> Vec<u8> + Sync + 'a;

/// Pieces of work, numbered from 0.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    count: usize,
    piece: &'a Piece<'a>,
    done: &'a (dyn Fn(&[u8]) + Sync),
    for_the_first: bool,
}

impl Pieces<'_> {
    /// How many there are.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether the first rank alone gets what comes of them.
    pub const fn are_for_the_first(&self) -> bool {
        self.for_the_first
    }

    /// Does one.
    pub fn piece(&self, number: usize) -> Vec<u8> {
        (self.piece)(number)
    }

    /// Tells what came of one, which the first rank does.
    pub fn tell(&self, result: &[u8]) {
        (self.done)(result);
    }
}

/// What is done beside.
pub type Meanwhile<'a> = &'a mut (dyn FnMut() + Send);

/// Work to be handed out.
pub struct Work<'a> {
    /// What it consists of.
    pub pieces: Pieces<'a>,
    /// What the first rank does itself beside it.
    pub meanwhile: Option<Meanwhile<'a>>,
}

impl<'a> Work<'a> {
    /// So many pieces; every rank gets what comes of them.
    pub fn new(count: usize, piece: &'a Piece<'a>) -> Self {
        let pieces = Pieces { count, piece, done: &|_| {}, for_the_first: false };
        Self { pieces, meanwhile: None }
    }

    /// The same, where the first rank is told what came of each piece when it is done, by any thread.
    #[must_use]
    pub fn telling(self, done: &'a (dyn Fn(&[u8]) + Sync)) -> Self {
        Self { pieces: Pieces { done, ..self.pieces }, ..self }
    }

    /// The same, where the first rank alone gets what comes of it.
    #[must_use]
    pub fn for_the_first(self) -> Self {
        Self { pieces: Pieces { for_the_first: true, ..self.pieces }, ..self }
    }

    /// The same, where the first rank does something else beside it.
    #[must_use]
    pub fn beside(self, meanwhile: Meanwhile<'a>) -> Self {
        Self { meanwhile: Some(meanwhile), ..self }
    }
}

/// Those among whom work is handed out. A crew of several ranks is so many processes that were
/// started alike: all of them come to the same work in the same order, one of them, the first, leads,
/// and it alone writes. One that is lost ends them all.
pub trait Crew: Send + Sync {
    /// How many processes there are.
    fn ranks(&self) -> usize;

    /// This one among them, from 0, which is the first.
    fn rank(&self) -> usize;

    /// Threads of all of them together.
    fn threads(&self) -> usize;

    /// What comes of each piece, in the order of their numbers, whoever has done it; nothing on the
    /// other ranks where it is for the first alone.
    fn share(&self, work: Work<'_>) -> Vec<Vec<u8>>;

    /// What the first rank says, on all of them.
    fn agree(&self, said: Vec<u8>) -> Vec<u8>;

    /// Whether this is the first rank.
    fn leads(&self) -> bool {
        self.rank() == 0
    }
}

/// The threads of this process: rayon's, or a single one without the feature `parallel`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads;

impl Crew for Threads {
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

/// Things that are dear to make, used again by one piece of work after the other.
#[derive(Debug)]
pub struct Idle<T>(Mutex<Vec<T>>);

impl<T> Default for Idle<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T> Idle<T> {
    /// Lends one of them, or a new one.
    ///
    /// # Errors
    /// Those of `make`, and of `used`, after which the thing is dropped.
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
        assert!(Threads.leads() && Threads.threads() >= 1);
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
