//! Starting a program.

use std::{ffi::OsStr, process::Command};

/// What launchers of MPI tell a process about itself.
const LAUNCHERS: [&str; 4] = ["OMPI_", "PMI_", "PMIX_", "PRTE_"];

/// A program that is to work alone, even where this process is one of several ranks: it would take itself
/// for the same one.
pub(super) fn alone(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let is_of_launcher = |name: &str| LAUNCHERS.iter().any(|prefix| name.starts_with(prefix));
        if name.to_str().is_some_and(is_of_launcher) {
            command.env_remove(name);
        }
    }
    command
}
