//! Checks on a run's files before they are opened for writing.

use sheshbesh_network::input::check_regular;
use std::{
    io::{self, ErrorKind},
    path::Path,
};

/// Rejects an existing path that is not a regular file: opening a pipe would wait for a reader.
pub(crate) fn check_own(path: &Path) -> io::Result<()> {
    match check_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        checked => checked,
    }
}
