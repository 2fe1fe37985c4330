//! Files of tables: mapped into memory, or read into it without the feature `files`.

#[cfg(feature = "files")]
use memmap2::Mmap;
use sheshbesh_network::file::{Damage, FileError, Kind, io_error};
use std::{fs, path::Path};

/// The bytes of a file that was found whole.
pub(crate) struct TableFile {
    #[cfg(feature = "files")]
    bytes: Mmap,
    #[cfg(not(feature = "files"))]
    bytes: Vec<u8>,
}

impl TableFile {
    /// A file of a kind whose payload must have so many bytes, after checking its header, length
    /// and checksum.
    ///
    /// # Errors
    /// When it cannot be read or is not what it should be.
    pub(crate) fn open(kind: Kind, expected: usize, path: &Path) -> Result<Self, FileError> {
        let file = Self { bytes: bytes(path)? };
        let damaged = |problem| FileError::Damaged { path: path.to_owned(), problem };
        let found = kind.check(&file.bytes).map_err(damaged)?.len();
        if found != expected {
            let (expected, found) = (expected as u64, found as u64);
            return Err(damaged(Damage::Length { kind: kind.name, expected, found }));
        }
        Ok(file)
    }

    /// What follows the header.
    #[inline]
    pub(crate) fn payload(&self) -> &[u8] {
        Kind::payload_of(&self.bytes)
    }
}

#[cfg(feature = "files")]
fn bytes(path: &Path) -> Result<Mmap, FileError> {
    let file = fs::File::open(path).map_err(io_error("read", path))?;
    // SAFETY: a file that changes while it is mapped would be undefined behaviour. This program
    // replaces tables by renaming and never writes to one; the folder is its own.
    unsafe { Mmap::map(&file) }.map_err(io_error("map", path))
}

#[cfg(not(feature = "files"))]
fn bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(io_error("read", path))
}
