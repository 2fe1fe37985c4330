//! Bytes as text, and text as numbered lines.

use crate::{
    encoding::{TextEncoding, UnknownEncoding},
    warning::Problem,
};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Bytes as text, with what is odd about their encoding.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) problems: Vec<Problem>,
}

/// Begins UTF-8 texts of some programs.
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
/// Any byte order mark inside a text: files were joined there.
const MARK: char = '\u{feff}';
/// Begins the escape sequences of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// The files of which a file is joined, as far as byte order marks tell: one that is not in UTF-8 and
/// those in UTF-8 behind it. Other files are one part.
pub(crate) fn joined(bytes: &[u8]) -> Vec<&[u8]> {
    let is_pairs = Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding != UTF_8);
    if is_pairs || of_pairs(bytes).is_some() || std::str::from_utf8(bytes).is_ok() {
        return vec![bytes];
    }
    let mut starts = vec![0];
    let marks = (1..bytes.len()).filter(|&at| bytes[at..].starts_with(UTF_8_MARK));
    starts.extend(marks.filter(|&at| matches!(bytes[at - 1], b'\n' | b'\r')));
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([bytes.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &bytes[start..end]).collect()
}

/// Decodes a text. In this order count: a byte order mark; the encoding that is asked for; the one that
/// the text `declares`, where all of it is in that; UTF-16, where letters have zeros between them;
/// ISO-2022-JP, by its escape sequences; UTF-8, where all of it is that; a guess by how often letters
/// follow each other in many languages.
pub(crate) fn decode<'a>(
    bytes: &'a [u8],
    asked: Option<TextEncoding>,
    declares: Option<&str>,
) -> Decoded<'a> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode_as(&bytes[length..], TextEncoding(encoding), Vec::new());
    }
    if let Some(encoding) = asked {
        return decode_as(bytes, encoding, Vec::new());
    }
    let mut problems = Vec::new();
    if let Some(name) = declares.filter(|_| !bytes.is_ascii() || bytes.contains(&ESCAPE)) {
        match name.parse::<TextEncoding>() {
            Ok(encoding) => {
                let decoded = encoding.0.decode_without_bom_handling_and_without_replacement(bytes);
                if let Some(text) = decoded.filter(|text| !is_iso_2022_jp(text.as_bytes())) {
                    return Decoded { text, problems };
                }
                problems.push(Problem::NotInEncoding(encoding));
            }
            Err(UnknownEncoding(name)) => problems.push(Problem::UnknownEncoding(name)),
        }
    }
    if let Some(encoding) = of_pairs(bytes) {
        return decode_as(bytes, TextEncoding(encoding), problems);
    }
    if is_iso_2022_jp(bytes) {
        let encoding = TextEncoding(ISO_2022_JP);
        problems.push(Problem::GuessedEncoding(encoding));
        return decode_as(bytes, encoding, problems);
    }
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return Decoded { text, problems };
    }
    let encoding = guess(bytes);
    problems.push(Problem::GuessedEncoding(encoding));
    decode_as(bytes, encoding, problems)
}

/// The text that a decoder gives, whatever letters it has to replace.
fn decode_as(bytes: &[u8], encoding: TextEncoding, mut problems: Vec<Problem>) -> Decoded<'_> {
    let (text, has_errors) = encoding.0.decode_without_bom_handling(bytes);
    if has_errors {
        problems.push(Problem::NotInEncoding(encoding));
    }
    Decoded { text, problems }
}

/// The most probable encoding of a text that is not in UTF-8.
fn guess(bytes: &[u8]) -> TextEncoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // Most of a file is dice and plays, of which nothing can be learned.
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
        detector.feed(line, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    TextEncoding(detector.guess(None, Utf8Detection::Deny))
}

/// Whether a text has the escape sequences of ISO-2022-JP, which is all of ASCII.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    if !bytes.contains(&ESCAPE) {
        return false;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow) == ISO_2022_JP
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

/// Lines with their numbers, counted from 1, without what ends them. A byte order mark inside a line
/// begins another with the same number: files were joined there, of which the first has no line end.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let lines =
        text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    (1..).zip(lines).flat_map(|(number, line)| {
        let line = line.strip_prefix(MARK).unwrap_or(line);
        line.split(MARK).map(move |part| (number, part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_told_apart() {
        let utf_16: Vec<u8> = "\u{feff}Zoë".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [&b"Zo\xeb"[..], "Zoë".as_bytes(), "\u{feff}Zoë".as_bytes(), &utf_16] {
            assert_eq!(decode(bytes, None, None).text, "Zoë", "{bytes:?}");
        }
    }

    #[test]
    fn pairs_of_bytes_need_no_mark() {
        const TEXT: &str = "; [Event \"Made up\"]\n\nZoë";
        let little: Vec<u8> = TEXT.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = TEXT.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(decode(&bytes, None, None).text, TEXT);
        }
        assert_eq!(decode(&[0; 64], None, None).text, "\0".repeat(64));
    }

    /// Names in a match file, each in the encodings in which old programs of its country write.
    const NAMES: [(&str, &str, &[&str]); 5] = [
        ("Мария Кузнецова", "Пётр Жуков", &["windows-1251", "koi8-r"]),
        ("Ελένη Παπαδοπούλου", "Γιώργος Νικολάου", &["windows-1253", "iso-8859-7"]),
        ("Ayşe Yıldırım", "Çağrı Öztürk", &["windows-1254", "iso-8859-9"]),
        ("山田花子", "すずき いちろう", &["shift_jis", "euc-jp"]),
        ("Zoë Müller", "François Lefèvre", &["windows-1252", "iso-8859-1"]),
    ];

    fn file(top: &str, bottom: &str) -> String {
        format!(" 3 point match\n\n Game 1\n {top} : 0      {bottom} : 0\n  1) 31: 8/5 6/5\n")
    }

    #[test]
    fn names_of_many_countries_come_out_right_and_are_warned_about() {
        for (top, bottom, encodings) in NAMES {
            let text = file(top, bottom);
            for name in encodings {
                let encoding: TextEncoding = name.parse().unwrap();
                let (bytes, _, has_unmappable) = encoding.0.encode(&text);
                assert!(!has_unmappable, "{name}");
                let guessed = decode(&bytes, None, None);
                assert_eq!(guessed.text, text, "{name}");
                assert!(matches!(guessed.problems[..], [Problem::GuessedEncoding(_)]), "{name}");
                for (asked, declares) in [(Some(encoding), Some("utf-8")), (None, Some(*name))] {
                    let known = decode(&bytes, asked, declares);
                    assert_eq!((&*known.text, known.problems), (&*text, vec![]), "{name}");
                }
            }
        }
    }

    #[test]
    fn iso_2022_jp_is_told_by_its_escape_sequences() {
        let text = file("山田花子", "スズキ");
        let encoding = TextEncoding(ISO_2022_JP);
        let (bytes, _, has_unmappable) = ISO_2022_JP.encode(&text);
        assert!(bytes.is_ascii() && !has_unmappable);
        let guessed = decode(&bytes, None, None);
        let problems = vec![Problem::GuessedEncoding(encoding)];
        assert_eq!((&*guessed.text, guessed.problems), (&*text, problems));
        for (asked, declares) in [(Some(encoding), None), (None, Some("ISO-2022-JP"))] {
            let known = decode(&bytes, asked, declares);
            assert_eq!((&*known.text, known.problems), (&*text, vec![]));
        }
        let misdeclared = decode(&bytes, None, Some("utf-8"));
        assert_eq!(misdeclared.text, text);
        assert_eq!(misdeclared.problems.len(), 2);
        // Colours of a terminal are other escape sequences.
        let coloured = "\u{1b}[31mAda\u{1b}[0m";
        let plain = decode(coloured.as_bytes(), None, None);
        assert_eq!((&*plain.text, plain.problems), (coloured, vec![]));
    }

    #[test]
    fn joined_files_are_decoded_each_by_itself() {
        let (latin, utf_8) = (b"Zo\xeb\n".as_slice(), "\u{feff}Мария\n".as_bytes());
        assert_eq!(joined(&[latin, utf_8, utf_8].concat()), [latin, utf_8, utf_8]);
        let pairs: Vec<u8> =
            "\u{feff}\u{feff}a".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for whole in [latin, utf_8, b"", &[utf_8, utf_8].concat(), &pairs] {
            assert_eq!(joined(whole), [whole]);
        }
    }

    #[test]
    fn what_a_text_declares_wrongly_is_told() {
        let (text, cyrillic) = ("Мария", "windows-1251".parse::<TextEncoding>().unwrap());
        let (bytes, ..) = cyrillic.0.encode(text);
        let utf_8: TextEncoding = "utf8".parse().unwrap();
        let wrong = decode(&bytes, None, Some("UTF-8"));
        assert_eq!(wrong.problems[0], Problem::NotInEncoding(utf_8));
        let unknown = decode(&bytes, None, Some("klingon"));
        assert_eq!(unknown.problems[0], Problem::UnknownEncoding("klingon".to_owned()));
        let asked = decode(&bytes, Some(utf_8), None);
        assert_eq!(asked.problems, [Problem::NotInEncoding(utf_8)]);
        // A mark at the beginning says what the text is, whoever asks for something else.
        let marked = decode("\u{feff}Мария".as_bytes(), Some(cyrillic), None);
        assert_eq!((&*marked.text, marked.problems), (text, vec![]));
    }

    #[test]
    fn encodings_have_many_names() {
        for (name, expected) in [
            ("CP1251", "windows-1251"),
            ("koi8-r", "KOI8-R"),
            ("Shift_JIS", "Shift_JIS"),
            ("cp932", "Shift_JIS"),
            ("latin-1", "windows-1252"),
            (" utf8 ", "UTF-8"),
        ] {
            let encoding: TextEncoding = name.parse().unwrap();
            assert_eq!(encoding.to_string(), expected, "{name}");
        }
        // These stand for encodings that no browser reads any more.
        for name in ["", "klingon", "iso-2022-kr", "utf-7", "replacement"] {
            assert!(name.parse::<TextEncoding>().is_err(), "{name}");
        }
    }

    #[test]
    fn lines_end_in_every_way() {
        let found: Vec<(u32, &str)> = lines("a\r\nb\nc\rd").collect();
        assert_eq!(found, [(1, "a"), (2, "b"), (3, "c"), (4, "d")]);
        let joined: Vec<(u32, &str)> = lines("a\n\u{feff}b\nc\u{feff}d\n").collect();
        assert_eq!(joined, [(1, "a"), (2, "b"), (3, "c"), (3, "d"), (4, "")]);
    }
}
