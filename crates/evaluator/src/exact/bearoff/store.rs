//! Storage of a table's numbers, in memory or from a file.

use crate::exact::table_file::TableFile;
use sheshbesh_network::file::{FileError, FileKind};
use std::path::Path;

/// Bytes of a number.
const WIDTH: usize = size_of::<f32>();

/// A read-only array of numbers.
pub(super) enum Numbers {
    Memory(Vec<f32>),
    /// Little-endian numbers.
    File(TableFile),
}

impl Numbers {
    /// Returns `N` numbers from index `first`; `None` beyond the end.
    #[inline]
    pub(super) fn get<const N: usize>(&self, first: usize) -> Option<[f32; N]> {
        match self {
            Self::Memory(numbers) => numbers.get(first..first + N)?.try_into().ok(),
            Self::File(file) => {
                let bytes = file.payload().get(first * WIDTH..(first + N) * WIDTH)?;
                let (numbers, _) = bytes.as_chunks::<WIDTH>();
                let mut out = [0.0; N];
                for (out, bytes) in out.iter_mut().zip(numbers) {
                    *out = f32::from_le_bytes(*bytes);
                }
                Some(out)
            }
        }
    }

    /// Writes the numbers atomically, in pieces: the largest tables take gigabytes.
    pub(super) fn write(&self, kind: FileKind, path: &Path) -> Result<(), FileError> {
        /// Numbers of a piece.
        const PIECE: usize = 1 << 18;
        match self {
            Self::Memory(numbers) => kind.write_pieces(path, || {
                let pieces = numbers.chunks(PIECE);
                pieces.map(|piece| piece.iter().flat_map(|n| n.to_le_bytes()).collect())
            }),
            Self::File(file) => {
                kind.write_pieces(path, || file.payload().chunks(PIECE * WIDTH).map(<[u8]>::to_vec))
            }
        }
    }

    /// Reads `expected` numbers from a file, after checking its header, length and checksum.
    pub(super) fn read(kind: FileKind, expected: usize, path: &Path) -> Result<Self, FileError> {
        TableFile::read(kind, expected * WIDTH, path).map(Self::File)
    }
}
