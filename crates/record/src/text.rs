//! Bytes as text, and text as numbered lines.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// Text in the encoding that its first bytes name, or else UTF-16 where they are letters with zeros
/// between them, UTF-8 where it is that, and Windows-1252 where it is not: old programs write in that
/// or in Latin-1, which it contains.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[length..]).0;
    }
    if let Some(encoding) = of_pairs(bytes) {
        return encoding.decode_without_bom_handling(bytes).0;
    }
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => text,
        None => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// UTF-16 whose first letters are all of ASCII.
fn of_pairs(bytes: &[u8]) -> Option<&'static Encoding> {
    const LOOKED_AT: usize = 16;
    let pairs = bytes.chunks_exact(2).take(LOOKED_AT);
    if pairs.len() < LOOKED_AT {
        return None;
    }
    let all = |place: usize| {
        pairs.clone().all(|pair| pair[place] == 0 && matches!(pair[1 - place], 1..=0x7f))
    };
    match (all(1), all(0)) {
        (true, _) => Some(UTF_16LE),
        (_, true) => Some(UTF_16BE),
        _ => None,
    }
}

/// Lines with their numbers, counted from 1, without what ends them.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let lines =
        text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    (1..).zip(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_told_apart() {
        let utf_16: Vec<u8> = "\u{feff}Zoë".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [&b"Zo\xeb"[..], "Zoë".as_bytes(), "\u{feff}Zoë".as_bytes(), &utf_16] {
            assert_eq!(decode(bytes), "Zoë", "{bytes:?}");
        }
    }

    #[test]
    fn pairs_of_bytes_need_no_mark() {
        const TEXT: &str = "; [Event \"Made up\"]\n\nZoë";
        let little: Vec<u8> = TEXT.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = TEXT.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!([decode(&little), decode(&big)], [TEXT, TEXT]);
        assert_eq!(decode(&[0; 64]), "\0".repeat(64));
    }

    #[test]
    fn lines_end_in_every_way() {
        let found: Vec<(u32, &str)> = lines("a\r\nb\nc\rd").collect();
        assert_eq!(found, [(1, "a"), (2, "b"), (3, "c"), (4, "d")]);
    }
}
