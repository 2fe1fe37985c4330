//! Rank of this process among those that an MPI launcher has started.

use std::sync::atomic::{AtomicBool, Ordering};

/// True if this process is a rank other than rank 0.
static IS_WORKER: AtomicBool = AtomicBool::new(false);

/// Returns true if this process does the input and output: rank 0, or the only process.
pub fn is_root() -> bool {
    !IS_WORKER.load(Ordering::Relaxed)
}

/// Sets the rank, once the ranks have joined.
pub fn set(rank: usize) {
    IS_WORKER.store(rank > 0, Ordering::Relaxed);
}
