//! The container of OGXM files: the header, the sections and the checksum.

use super::{super::error::FormatError, cursor::Cursor};
use crate::ogxm::{self, END, HEADER, MAGIC, MAJOR};

/// Length of the header of a section: its name, its length and its flags.
const SECTION: usize = 9;
/// The error of a damaged file.
pub(super) fn damaged(problem: &str) -> FormatError {
    FormatError::Damaged(problem.to_owned())
}

/// Splits the first file off a stream.
pub(super) fn split_file(bytes: &[u8]) -> Result<(&[u8], &[u8]), FormatError> {
    let header = bytes.get(..HEADER).filter(|header| header.starts_with(MAGIC));
    let Some(&[_, _, _, _, major, high, _, _, _, _, _, _, a, b, c, d]) = header else {
        return Err(damaged("no OGXM header"));
    };
    let major = u16::from_le_bytes([major, high]);
    if major != MAJOR {
        return Err(damaged(&format!("OGXM version {major} is not supported")));
    }
    let size = u32::from_le_bytes([a, b, c, d]);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size < HEADER + END.len() {
        return Err(damaged("the file size is too small"));
    }
    bytes.split_at_checked(size).ok_or_else(|| damaged("the file is cut off"))
}

/// A section: its name, and its contents with the position of its header.
pub(super) type Section<'a> = ([u8; 4], &'a [u8], usize);

/// Lists the sections of a file.
pub(super) fn list_sections(file: &[u8]) -> Result<Vec<Section<'_>>, FormatError> {
    let mut sections = Vec::new();
    let mut at = HEADER;
    loop {
        let rest = &file[at..];
        if rest == END {
            return Ok(sections);
        }
        let Some(header) = rest.get(..SECTION) else { return Err(damaged("no end marker")) };
        let name = [header[0], header[1], header[2], header[3]];
        let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let end = SECTION.checked_add(length);
        let Some(contents) = end.and_then(|end| rest.get(SECTION..end)) else {
            return Err(damaged("a section is longer than the file"));
        };
        let is_known = matches!(
            &name,
            b"MTCH"
                | b"GAME"
                | b"ANAL"
                | b"DECS"
                | b"SIGN"
                | b"CLCK"
                | b"VIDO"
                | b"ANNO"
                | b"MSIG"
                | b"CSUM"
        );
        if header[8] & 1 == 1 && !is_known {
            return Err(damaged("an unknown section that is needed"));
        }
        sections.push((name, contents, at));
        at += SECTION + length;
    }
}

/// Compares the contents of a checksum section with the file before it.
pub(super) fn check_sum(file: &[u8], contents: &[u8], at: usize) -> Result<(), FormatError> {
    let read = || -> Option<(u64, u32)> {
        let (mut record, _) = Cursor(contents).record()?;
        let kind = record.number()?;
        let length = record.count()?;
        (kind == 0 && length == 4).then_some(())?;
        Some((kind, record.u32()?))
    };
    match read() {
        Some((_, sum)) if sum != ogxm::checksum(&file[..at]) => {
            Err(damaged("the checksum does not match"))
        }
        // Other kinds of checksums are not checked.
        _ => Ok(()),
    }
}
