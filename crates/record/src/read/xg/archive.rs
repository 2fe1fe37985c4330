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

/// Behind the packed files stands their list, and behind that, in so many bytes, how long it is.
const END: usize = 36;
/// Where the end says how many files there are, how long the list is, and whether that is packed.
const FILE_COUNT: usize = 4;
const LIST_SIZE: usize = 12;
const LIST_IS_PACKED: usize = 20;
/// What the list has of a file: its name behind a length, and, further on, how many bytes it is
/// packed in and where they begin.
const LISTED: usize = 532;
const PACKED_SIZE: usize = 516;
const START: usize = 520;
/// So many bytes of comments are read.
const LONGEST_COMMENTS: u64 = 1 << 20;
/// No archive has more files.
const MOST_FILES: usize = 64;

fn size(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

/// The archive, which stands behind the header and its picture.
fn archive(bytes: &[u8]) -> Option<&[u8]> {
    let start = size(bytes, HEADER_SIZE)?.checked_add(size(bytes, PICTURE_SIZE)?)?;
    bytes.get(start..).filter(|packed| !packed.is_empty())
}

/// The archive's file of comments; `None` where there is none, or the archive's list cannot be read.
pub(super) fn comments(bytes: &[u8]) -> Option<Vec<u8>> {
    let archive = archive(bytes)?;
    let (files, end) = archive.split_at_checked(archive.len().checked_sub(END)?)?;
    let list = files.get(files.len().checked_sub(size(end, LIST_SIZE)?)?..)?;
    let count = size(end, FILE_COUNT).filter(|&count| count <= MOST_FILES)?;
    let most = LISTED * count;
    let list = match end[LIST_IS_PACKED] {
        0 => list.to_vec(),
        _ => unpacked(list, most as u64),
    };
    let listed = list.chunks_exact(LISTED).take(count).find(|listed| {
        let name = listed.get(1..=usize::from(listed[0]));
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"temp.xgc"))
    })?;
    let start = size(listed, START)?;
    let packed = files.get(start..start.checked_add(size(listed, PACKED_SIZE)?)?)?;
    Some(unpacked(packed, LONGEST_COMMENTS))
}

/// No more than so many bytes of what is packed, as far as it can be unpacked.
fn unpacked(packed: &[u8], most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before damage stays.
    let _ = ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes);
    bytes
}

/// The records of the archive's first file, which begins right behind the header and its picture; an
/// error behind them where that file breaks off.
///
/// # Errors
/// Says what is wrong when there is no such file.
pub(super) fn records(
    bytes: &[u8],
) -> Result<impl Iterator<Item = Result<Record, BreaksOff>>, String> {
    let packed = archive(bytes).ok_or_else(|| "it ends within its header".to_owned())?;
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

/// A file ends before it should.
#[derive(Clone, Copy, Debug)]
pub(super) struct BreaksOff;
