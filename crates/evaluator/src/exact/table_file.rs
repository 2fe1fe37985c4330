//! Table files in memory.
//!
//! Tables are read into memory, not mapped: if another process truncates a mapped file, this
//! process dies of SIGBUS. The checksum reads every byte anyway, and the tables that commands use
//! are 14 MB each. Hypergammon's table, 290 MB, is read only where that game is played.

use sheshbesh_network::file::{FileError, FileKind};
use std::path::Path;

/// Bytes of a table file whose header, length and checksum are valid.
pub(crate) struct TableFile {
    bytes: Vec<u8>,
}

impl TableFile {
    /// Reads a file of a kind whose payload has `expected` bytes, and checks its header, length and
    /// checksum.
    ///
    /// # Errors
    /// Returns an error if the path is not a regular file, cannot be read, or has invalid contents.
    pub(crate) fn read(kind: FileKind, expected: usize, path: &Path) -> Result<Self, FileError> {
        Ok(Self { bytes: kind.read_exact(path, expected as u64)? })
    }

    /// Returns the bytes after the header.
    #[inline]
    pub(crate) fn payload(&self) -> &[u8] {
        FileKind::payload_of(&self.bytes)
    }
}
