//! Checks that objects with threads are not used after a fork, which does not copy threads.

use crate::errors::failed;
use pyo3::prelude::*;
use std::sync::OnceLock;

/// Process that created an object and its threads.
#[derive(Clone, Copy)]
pub(crate) struct ForkGuard(u32);

/// Process that owns the global thread pool, for work without an engine.
static SHARING: OnceLock<ForkGuard> = OnceLock::new();

impl ForkGuard {
    /// Checks that this process owns the global thread pool; the first caller becomes the owner.
    ///
    /// # Errors
    /// Same as [`ForkGuard::check`].
    pub(crate) fn check_sharing() -> PyResult<()> {
        SHARING.get_or_init(Self::this).check()
    }

    /// The current process.
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    /// Checks that this is the current process.
    ///
    /// # Errors
    /// `CannotAnswer` in a process forked since then, which lacks the threads.
    pub(crate) fn check(self) -> PyResult<()> {
        if self.0 == std::process::id() {
            return Ok(());
        }
        Err(failed(
            "this was made before the process forked, and its threads stayed with the parent: make it anew here, or start processes by spawning",
        ))
    }
}
