//! Table files in memory.
//!
//! Tables are read, not mapped: a mapped file that another process truncates ends this one with
//! SIGBUS. The checksum reads every byte anyway, and the tables that commands use have 14 MB each
//! (Hypergammon's, 290 MB, is read where that game is played).

use sheshbesh_network::file::{FileError, Kind};
use std::path::Path;

/// The bytes of a file that was found whole.
pub(crate) struct TableFile {
    bytes: Vec<u8>,
}

impl TableFile {
    /// Reads a file of a kind whose payload must have so many bytes, and checks its header, length and
    /// checksum.
    ///
    /// # Errors
    /// When it is not a regular file, cannot be read, or is not what it should be.
    pub(crate) fn read(kind: Kind, expected: usize, path: &Path) -> Result<Self, FileError> {
        Ok(Self { bytes: kind.read_exact(path, expected as u64)? })
    }

    /// The bytes after the header.
    #[inline]
    pub(crate) fn payload(&self) -> &[u8] {
        Kind::payload_of(&self.bytes)
    }
}
