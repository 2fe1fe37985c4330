//! Where the numbers of a table are: in memory, or in a file that is mapped into it. Without the feature
//! `files` a file is read into memory.

#[cfg(feature = "files")]
use memmap2::Mmap;
use sheshbesh_network::file::{Damage, FileError, Kind, io_error};
use std::{fs, path::Path};

/// Bytes of a number.
const WIDTH: usize = size_of::<f32>();

/// Many numbers that are only read.
pub(super) enum Numbers {
    Memory(Vec<f32>),
    /// After a header, little-endian.
    #[cfg(feature = "files")]
    Mapped(Mmap),
}

impl Numbers {
    /// `N` of them from a place on; `None` beyond the end.
    #[inline]
    pub(super) fn get<const N: usize>(&self, first: usize) -> Option<[f32; N]> {
        match self {
            Self::Memory(numbers) => numbers.get(first..first + N)?.try_into().ok(),
            #[cfg(feature = "files")]
            Self::Mapped(file) => {
                let bytes = Kind::payload_of(file).get(first * WIDTH..(first + N) * WIDTH)?;
                let (numbers, _) = bytes.as_chunks::<WIDTH>();
                let mut out = [0.0; N];
                for (out, bytes) in out.iter_mut().zip(numbers) {
                    *out = f32::from_le_bytes(*bytes);
                }
                Some(out)
            }
        }
    }

    /// Writes them whole or not at all.
    pub(super) fn write(&self, kind: Kind, path: &Path) -> Result<(), FileError> {
        let payload: Vec<u8> = match self {
            Self::Memory(numbers) => numbers.iter().flat_map(|n| n.to_le_bytes()).collect(),
            #[cfg(feature = "files")]
            Self::Mapped(file) => Kind::payload_of(file).to_vec(),
        };
        sheshbesh_network::file::write_atomically(path, &kind.frame(&payload))
    }

    /// Maps a file, after checking its header, length and checksum.
    #[cfg(feature = "files")]
    pub(super) fn map(kind: Kind, expected: usize, path: &Path) -> Result<Self, FileError> {
        let file = fs::File::open(path).map_err(io_error("read", path))?;
        // SAFETY: a file that changes while it is mapped would be undefined behaviour. This program
        // replaces tables by renaming and never writes to one; the folder is its own.
        let mapped = unsafe { Mmap::map(&file) }.map_err(io_error("map", path))?;
        checked(&mapped, kind, expected, path)?;
        Ok(Self::Mapped(mapped))
    }

    /// Reads a file, after checking its header, length and checksum.
    #[cfg(not(feature = "files"))]
    pub(super) fn map(kind: Kind, expected: usize, path: &Path) -> Result<Self, FileError> {
        let bytes = fs::read(path).map_err(io_error("read", path))?;
        let (numbers, _) = checked(&bytes, kind, expected, path)?.as_chunks::<WIDTH>();
        Ok(Self::Memory(numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()))
    }
}

/// The payload of a table's bytes.
fn checked<'a>(
    bytes: &'a [u8],
    kind: Kind,
    expected: usize,
    path: &Path,
) -> Result<&'a [u8], FileError> {
    let damaged = |problem| FileError::Damaged { path: path.to_owned(), problem };
    let payload = kind.check(bytes).map_err(damaged)?;
    if payload.len() != expected * WIDTH {
        return Err(damaged(Damage::Length {
            kind: kind.name,
            expected: (expected * WIDTH) as u64,
            found: payload.len() as u64,
        }));
    }
    Ok(payload)
}
