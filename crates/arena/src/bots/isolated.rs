//! Starts external programs.

use std::{ffi::OsStr, process::Command};

/// Prefixes of the environment variables that MPI launchers set for a process.
const LAUNCHERS: [&str; 4] = ["OMPI_", "PMI_", "PMIX_", "PRTE_"];

/// Command for a program that runs alone, even if this process is one of several ranks. Otherwise
/// the program would take itself for the same rank.
pub(super) fn isolated_command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let is_of_launcher = |name: &str| LAUNCHERS.iter().any(|prefix| name.starts_with(prefix));
        if name.to_str().is_some_and(is_of_launcher) {
            command.env_remove(name);
        }
    }
    command
}
