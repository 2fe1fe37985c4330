//! Files of matches that are given to commands.

use crate::failure::Failure;
use sheshbesh_network::input::{limit, read, read_stream};
use std::path::Path;

/// Stands for standard input.
pub const PIPE: &str = "-";

/// The bytes of a file, or a sentence that says why there are none.
pub fn match_file(path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    if path.is_dir() {
        return Err(format!("{shown} is a folder: give the files in it"));
    }
    let bytes =
        read(path, limit::MATCH).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if bytes.is_empty() {
        return Err(format!("{shown}: the file is empty"));
    }
    Ok(bytes)
}

/// The bytes of a file, or of standard input.
pub fn match_file_or_stdin(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() != PIPE {
        return match_file(path).map_err(Failure::BadInput);
    }
    read_stream(std::io::stdin().lock(), limit::MATCH)
        .map_err(|error| Failure::BadInput(format!("cannot read {PIPE}: {error}")))
}
