//! Parallel maps. They use rayon's threads if the feature `parallel` is on, and run sequentially
//! otherwise. Results come in the order of the inputs either way.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use std::ops::Range;

/// Maps `piece` over the items in parallel. `room` makes the workspace of each thread, and may be
/// called more often than that.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, R: Send, S>(
    items: &[T],
    room: impl Fn() -> S + Sync + Send,
    piece: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    items.par_iter().map_init(room, piece).collect()
}

/// Maps `piece` over the items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R, S>(
    items: &[T],
    room: impl Fn() -> S,
    piece: impl Fn(&mut S, &T) -> R,
) -> Vec<R> {
    let mut room = room();
    items.iter().map(|item| piece(&mut room, item)).collect()
}

/// Maps `piece` over a range in parallel; a thread takes at least `together` numbers at once.
#[cfg(feature = "parallel")]
pub(crate) fn map_range<R: Send>(
    numbers: Range<usize>,
    together: usize,
    piece: impl Fn(usize) -> R + Sync + Send,
) -> Vec<R> {
    numbers.into_par_iter().with_min_len(together).map(piece).collect()
}

/// Maps `piece` over a range.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_range<R>(
    numbers: Range<usize>,
    _together: usize,
    piece: impl Fn(usize) -> R,
) -> Vec<R> {
    numbers.map(piece).collect()
}

/// Maps `piece` over `0..count` in parallel, one number per task, so that no thread waits for
/// another thread's run of slow ones.
#[cfg(feature = "parallel")]
pub(crate) fn map_each<R: Send>(count: usize, piece: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    (0..count).into_par_iter().with_max_len(1).map(piece).collect()
}

/// Maps `piece` over `0..count`.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_each<R>(count: usize, piece: impl Fn(usize) -> R) -> Vec<R> {
    (0..count).map(piece).collect()
}

/// Number of threads.
#[cfg(feature = "parallel")]
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// Number of threads.
#[cfg(not(feature = "parallel"))]
pub(crate) fn threads() -> usize {
    1
}

/// Runs `work` on a thread pool of its own, with as many threads as the current pool.
///
/// The waiting thread runs no other task meanwhile. If it is one of rayon's threads, such a task
/// could wait for the same result and deadlock.
#[cfg(feature = "parallel")]
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = threads();
    let apart = || match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    };
    let done = std::thread::scope(|scope| scope.spawn(apart).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Runs `work` on this thread.
#[cfg(not(feature = "parallel"))]
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs two closures, in parallel if threads are free.
#[cfg(feature = "parallel")]
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(one, other)
}

/// Runs two closures, one after the other.
#[cfg(not(feature = "parallel"))]
pub(crate) fn both<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    (one(), other())
}
