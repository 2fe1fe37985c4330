//! Threads stay behind where a process forks.

use crate::faults::failed;
use pyo3::prelude::*;
use std::sync::OnceLock;

/// The process that something was made in, with its threads.
#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

/// The process whose threads share what no engine does.
static SHARING: OnceLock<Process> = OnceLock::new();

impl Process {
    /// The one whose threads are shared by all: whichever asks first.
    ///
    /// # Errors
    /// As [`Process::check`].
    pub(crate) fn check_sharing() -> PyResult<()> {
        SHARING.get_or_init(Self::this).check()
    }

    /// This one.
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    /// # Errors
    /// In a child that was forked since: the threads that would do the work are not there.
    pub(crate) fn check(self) -> PyResult<()> {
        if self.0 == std::process::id() {
            return Ok(());
        }
        Err(failed(
            "this was made before the process forked, and its threads stayed with the parent: make it anew here, or start processes by spawning",
        ))
    }
}
