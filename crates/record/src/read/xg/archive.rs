//! The archive of an `.xg` file.

use super::record::{LENGTH, Record};
use flate2::read::ZlibDecoder;
use std::io::Read;

const MAGIC: &[u8] = b"RGMH";
/// Where the header says how long it is, and how long the picture behind it.
const HEADER_SIZE: usize = 8;
const PICTURE_SIZE: usize = 20;
/// Nothing real is packed more closely; without a limit, a small file could fill the memory.
const MOST_INFLATED: u64 = 256;
/// This much may come of any file.
const LEAST_LIMIT: u64 = 1 << 20;
/// And no more of any.
const LARGEST_LIMIT: u64 = 1 << 26;

/// Whether bytes begin as such a file does.
pub(crate) fn is_xg(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

fn size(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

/// The records of the archive's first file, as far as they can be unpacked. That file begins right
/// behind the header and its picture.
///
/// # Errors
/// Says what is wrong when there is no such file.
pub(super) fn records(bytes: &[u8]) -> Result<impl Iterator<Item = Record>, String> {
    let packed = size(bytes, HEADER_SIZE)
        .zip(size(bytes, PICTURE_SIZE))
        .and_then(|(header, picture)| bytes.get(header.checked_add(picture)?..))
        .filter(|packed| !packed.is_empty())
        .ok_or_else(|| "it ends within its header".to_owned())?;
    let length = u64::try_from(packed.len()).unwrap_or(u64::MAX);
    let limit = length.saturating_mul(MOST_INFLATED).clamp(LEAST_LIMIT, LARGEST_LIMIT);
    let mut unpacked = ZlibDecoder::new(packed).take(limit);
    Ok(std::iter::from_fn(move || {
        let mut record = Box::new([0; LENGTH]);
        unpacked.read_exact(&mut record[..]).ok().map(|()| Record(record))
    }))
}
