//! Unpacks the archive of an `.xg` file.

use super::record::{LENGTH, Record};
use flate2::read::ZlibDecoder;
use std::io::Read;

const MAGIC: &[u8] = b"RGMH";
/// Offsets in the header of its own size and of the size of the picture after it.
const HEADER_SIZE: usize = 8;
const PICTURE_SIZE: usize = 20;
/// Maximum compression ratio. No real file exceeds it; without a limit, a small file could fill the
/// memory.
const MOST_INFLATED: u64 = 256;
/// Every file may expand to this many bytes, whatever its ratio.
const LEAST_LIMIT: u64 = 1 << 20;
/// No file may expand to more bytes.
const LARGEST_LIMIT: u64 = 1 << 26;

/// True if the bytes begin like an `.xg` file.
pub(crate) fn is_xg(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Size in bytes of the end record. It follows the list of files, which follows the compressed
/// files.
const END: usize = 36;
/// Offsets in the end record of the number of files, of the size of the list, and of a flag for a
/// compressed list.
const FILE_COUNT: usize = 4;
const LIST_SIZE: usize = 12;
const LIST_IS_PACKED: usize = 20;
/// Size of an entry in the list of files. An entry begins with the file name after its length; the
/// other constants are offsets of the compressed size and of the start of the file.
const LISTED: usize = 532;
const PACKED_SIZE: usize = 516;
const START: usize = 520;
/// Maximum size of the comments in bytes.
const LONGEST_COMMENTS: u64 = 1 << 20;
/// Maximum number of files in an archive.
const MOST_FILES: usize = 64;

/// Reads a size, a little-endian 32-bit integer at an offset.
fn read_size(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()
}

/// The archive, which follows the header and its picture.
fn find_archive(bytes: &[u8]) -> Option<&[u8]> {
    let start = read_size(bytes, HEADER_SIZE)?.checked_add(read_size(bytes, PICTURE_SIZE)?)?;
    bytes.get(start..).filter(|packed| !packed.is_empty())
}

/// The comments file of the archive; `None` if there is none or if the list of files cannot be
/// read.
pub(super) fn unpack_comments(bytes: &[u8]) -> Option<Vec<u8>> {
    let archive = find_archive(bytes)?;
    let (files, end) = archive.split_at_checked(archive.len().checked_sub(END)?)?;
    let list = files.get(files.len().checked_sub(read_size(end, LIST_SIZE)?)?..)?;
    let count = read_size(end, FILE_COUNT).filter(|&count| count <= MOST_FILES)?;
    let most = LISTED * count;
    let list = match end[LIST_IS_PACKED] {
        0 => list.to_vec(),
        _ => unpack(list, most as u64),
    };
    let listed = list.chunks_exact(LISTED).take(count).find(|listed| {
        let name = listed.get(1..=usize::from(listed[0]));
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"temp.xgc"))
    })?;
    let start = read_size(listed, START)?;
    let packed = files.get(start..start.checked_add(read_size(listed, PACKED_SIZE)?)?)?;
    Some(unpack(packed, LONGEST_COMMENTS))
}

/// Unpacks at most `most` bytes, as far as the data is valid.
fn unpack(packed: &[u8], most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Data before an error is kept.
    let _ = ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes);
    bytes
}

/// Iterates over the records of the archive's first file, which directly follows the header and its
/// picture. Ends with an error if the file breaks off.
///
/// # Errors
/// Fails if there is no such file.
pub(super) fn read_records(
    bytes: &[u8],
) -> Result<impl Iterator<Item = Result<Record, BreaksOff>>, String> {
    let packed = find_archive(bytes).ok_or_else(|| "truncated header".to_owned())?;
    let length = u64::try_from(packed.len()).unwrap_or(u64::MAX);
    let limit = length.saturating_mul(MOST_INFLATED).clamp(LEAST_LIMIT, LARGEST_LIMIT);
    let mut unpacked = ZlibDecoder::new(packed).take(limit);
    let mut is_over = false;
    Ok(std::iter::from_fn(move || {
        let mut record = Box::new([0; LENGTH]);
        let mut filled = 0;
        while !is_over && filled < LENGTH {
            match unpacked.read(&mut record[filled..]) {
                Ok(0) if filled == 0 => is_over = true,
                Ok(0) | Err(_) => {
                    is_over = true;
                    return Some(Err(BreaksOff));
                }
                Ok(count) => filled += count,
            }
        }
        (!is_over).then_some(Ok(Record(record)))
    }))
}

/// The file ends too early.
#[derive(Clone, Copy, Debug)]
pub(super) struct BreaksOff;
