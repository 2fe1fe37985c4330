//! Parallel maps on the threads of this process. They use rayon's threads if the feature `rayon` is
//! on, and run sequentially otherwise. Results come in the order of the inputs either way.

#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::ops::Range;

/// Maps `task` over the items in parallel. `make_workspace` makes the workspace of each thread, and
/// may be called more often than that.
#[cfg(feature = "rayon")]
pub fn map_with<T: Sync, R: Send, S>(
    items: &[T],
    make_workspace: impl Fn() -> S + Sync + Send,
    task: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    items.par_iter().map_init(make_workspace, task).collect()
}

/// Maps `task` over the items.
#[cfg(not(feature = "rayon"))]
pub fn map_with<T, R, S>(
    items: &[T],
    make_workspace: impl Fn() -> S,
    task: impl Fn(&mut S, &T) -> R,
) -> Vec<R> {
    let mut workspace = make_workspace();
    items.iter().map(|item| task(&mut workspace, item)).collect()
}

/// Maps `task` over a range in parallel; a thread takes at least `min_len` indices at once.
#[cfg(feature = "rayon")]
pub fn map_range<R: Send>(
    indices: Range<usize>,
    min_len: usize,
    task: impl Fn(usize) -> R + Sync + Send,
) -> Vec<R> {
    indices.into_par_iter().with_min_len(min_len).map(task).collect()
}

/// Maps `task` over a range.
#[cfg(not(feature = "rayon"))]
pub fn map_range<R>(indices: Range<usize>, _min_len: usize, task: impl Fn(usize) -> R) -> Vec<R> {
    indices.map(task).collect()
}

/// Maps `task` over `0..count` in parallel, one index at a time, so that no thread waits for
/// another thread's run of slow ones.
#[cfg(feature = "rayon")]
pub fn map_each<R: Send>(count: usize, task: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    (0..count).into_par_iter().with_max_len(1).map(task).collect()
}

/// Maps `task` over `0..count`.
#[cfg(not(feature = "rayon"))]
pub fn map_each<R>(count: usize, task: impl Fn(usize) -> R) -> Vec<R> {
    (0..count).map(task).collect()
}

/// Number of threads.
#[cfg(feature = "rayon")]
pub fn count() -> usize {
    rayon::current_num_threads()
}

/// Number of threads.
#[cfg(not(feature = "rayon"))]
pub fn count() -> usize {
    1
}

/// Runs `task` on a thread pool of its own, with as many threads as the current pool.
///
/// The waiting thread runs no other task meanwhile. If it is one of rayon's threads, such a task
/// could wait for the same result and deadlock.
#[cfg(feature = "rayon")]
pub fn run_isolated<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    let threads = count();
    let run = || match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(task),
        Err(_) => task(),
    };
    let done = std::thread::scope(|scope| scope.spawn(run).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Runs `task` on this thread.
#[cfg(not(feature = "rayon"))]
pub fn run_isolated<T>(task: impl FnOnce() -> T) -> T {
    task()
}

/// Runs two closures, in parallel if threads are free.
#[cfg(feature = "rayon")]
pub fn join<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(one, other)
}

/// Runs two closures, one after the other.
#[cfg(not(feature = "rayon"))]
pub fn join<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    (one(), other())
}
