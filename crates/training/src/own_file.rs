//! Files of a run that are opened to be written.

use sheshbesh_network::input::check_regular;
use std::{
    io::{self, ErrorKind},
    path::Path,
};

/// Refuses what is there by that name and is not a regular file: a pipe would wait for a reader.
pub(crate) fn check_own(path: &Path) -> io::Result<()> {
    match check_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        checked => checked,
    }
}
