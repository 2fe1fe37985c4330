//! Files of matches that are given to commands.

use std::path::Path;

/// The bytes of a file, or a sentence that says why there are none.
pub fn match_file(path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    if path.is_dir() {
        return Err(format!("{shown} is a folder: give the files in it"));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if bytes.is_empty() {
        return Err(format!("{shown}: the file is empty"));
    }
    Ok(bytes)
}
