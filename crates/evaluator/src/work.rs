//! Pieces of work, shared among rayon's threads where the feature `parallel` is on, and done one after
//! the other where it is not. What they give is in their order either way.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use std::ops::Range;

/// What `piece` makes of each item; `room` is made for each thread, or more often.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, R: Send, S>(
    items: &[T],
    room: impl Fn() -> S + Sync + Send,
    piece: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    items.par_iter().map_init(room, piece).collect()
}

/// What `piece` makes of each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R, S>(
    items: &[T],
    room: impl Fn() -> S,
    piece: impl Fn(&mut S, &T) -> R,
) -> Vec<R> {
    let mut room = room();
    items.iter().map(|item| piece(&mut room, item)).collect()
}

/// What `piece` makes of each number; a thread takes `together` of them or more.
#[cfg(feature = "parallel")]
pub(crate) fn map_range<R: Send>(
    numbers: Range<usize>,
    together: usize,
    piece: impl Fn(usize) -> R + Sync + Send,
) -> Vec<R> {
    numbers.into_par_iter().with_min_len(together).map(piece).collect()
}

/// What `piece` makes of each number.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_range<R>(
    numbers: Range<usize>,
    _together: usize,
    piece: impl Fn(usize) -> R,
) -> Vec<R> {
    numbers.map(piece).collect()
}

/// What `piece` makes of each number; whoever is done takes the next, so that nobody waits for
/// another's row of long ones.
#[cfg(feature = "parallel")]
pub(crate) fn map_each<R: Send>(count: usize, piece: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    (0..count).into_par_iter().with_max_len(1).map(piece).collect()
}

/// What `piece` makes of each number.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_each<R>(count: usize, piece: impl Fn(usize) -> R) -> Vec<R> {
    (0..count).map(piece).collect()
}

/// How many threads there are.
#[cfg(feature = "parallel")]
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// How many threads there are.
#[cfg(not(feature = "parallel"))]
pub(crate) fn threads() -> usize {
    1
}

/// Does something on threads of its own, as many as there are here. Whoever waits for it takes up nothing
/// else meanwhile: for one of rayon's threads that could be a piece of work that waits for the same thing.
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

/// Does something, here.
#[cfg(not(feature = "parallel"))]
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Does two things, at the same time where there are threads for both.
#[cfg(feature = "parallel")]
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(one, other)
}

/// Does two things, one after the other.
#[cfg(not(feature = "parallel"))]
pub(crate) fn both<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    (one(), other())
}
