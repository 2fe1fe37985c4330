//! NumPy's file format, version 1.0, for the array of labels.
//!
//! Format: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io::{self, Write};

/// Element type of the array, as a Python literal.
const DTYPE: &str =
    "[('shard', '<u4'), ('roll', '<u4'), ('counts', '|i1', (2, 26)), ('outcomes', '<f4', (6,))]";
/// Alignment of the data in bytes.
const ALIGNMENT: usize = 64;

/// Element of the array.
pub(super) struct Row {
    pub(super) shard: u32,
    pub(super) roll: u32,
    pub(super) counts: [[i8; 26]; 2],
    pub(super) outcomes: [f32; 6],
}

/// Writes the header of a one-dimensional array with `count` elements. The elements follow it.
pub(super) fn write_header(count: u64, out: &mut dyn Write) -> io::Result<()> {
    // Magic number, version, and the length of the rest in two bytes.
    let start = b"\x93NUMPY\x01\x00".len() + 2;
    let mut header = format!("{{'descr': {DTYPE}, 'fortran_order': False, 'shape': ({count},), }}");
    // Spaces up to the alignment, with a line feed at the end.
    let len = (start + header.len() + 1).next_multiple_of(ALIGNMENT) - start;
    header.extend(std::iter::repeat_n(' ', len - header.len() - 1));
    header.push('\n');
    let len = u16::try_from(len).expect("the header has a few hundred bytes");
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&len.to_le_bytes())?;
    out.write_all(header.as_bytes())
}

/// Writes an element.
pub(super) fn write_row(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&row.shard.to_le_bytes())?;
    out.write_all(&row.roll.to_le_bytes())?;
    let counts = row.counts.as_flattened().iter().map(|&count| count as u8);
    out.write_all(&counts.collect::<Vec<u8>>())?;
    row.outcomes.iter().try_for_each(|outcome| out.write_all(&outcome.to_le_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_ends_at_the_alignment_and_states_its_length() {
        for count in [0, 9, 10, 999_999_999_999, u64::MAX] {
            let mut bytes = Vec::new();
            write_header(count, &mut bytes).unwrap();
            assert_eq!(bytes.len() % ALIGNMENT, 0, "{count}");
            let len = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            assert_eq!(bytes.len(), 10 + len, "{count}");
            let text = std::str::from_utf8(&bytes[10..]).unwrap();
            assert!(text.ends_with('\n') && text.contains(&format!("'shape': ({count},)")));
        }
    }
}
