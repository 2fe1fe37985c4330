//! Decodes bytes as text and splits text into numbered lines.

use crate::{
    encoding::{TextEncoding, UnknownEncoding},
    warning::Problem,
};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use std::{borrow::Cow, cell::OnceCell};

/// Decoded text, with problems of its encoding.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) problems: Vec<Problem>,
}

/// UTF-8 byte order mark, written by some programs.
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
/// Byte order mark. Inside a text, it marks the start of a file that was joined.
const MARK: char = '\u{feff}';
/// First byte of the escape sequences of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// Splits a file that was joined from several files, at byte order marks: one part that is not
/// UTF-8, followed by UTF-8 parts. Returns any other file as one part.
pub(crate) fn split_joined(bytes: &[u8]) -> Vec<&[u8]> {
    let is_pairs = Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding != UTF_8);
    if is_pairs || detect_utf_16(bytes).is_some() || std::str::from_utf8(bytes).is_ok() {
        return vec![bytes];
    }
    let mut starts = vec![0];
    let marks = (1..bytes.len()).filter(|&at| bytes[at..].starts_with(UTF_8_MARK));
    starts.extend(marks.filter(|&at| matches!(bytes[at - 1], b'\n' | b'\r')));
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([bytes.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &bytes[start..end]).collect()
}

/// Decodes a text. The encoding comes from the first of these that applies:
///
/// 1. a byte order mark;
/// 2. the encoding `asked` for;
/// 3. the encoding that the text `declares`, if all of the text is valid in it;
/// 4. UTF-16 without a mark, if every other byte of the first letters is zero;
/// 5. ISO-2022-JP, if its escape sequences occur;
/// 6. UTF-8, if all of the text is valid;
/// 7. a guess from the frequencies of letter sequences in many languages.
pub(crate) fn decode<'a>(
    bytes: &'a [u8],
    requested: Option<TextEncoding>,
    declares: Option<&str>,
) -> Decoded<'a> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode_as(&bytes[length..], TextEncoding(encoding), Vec::new());
    }
    if let Some(encoding) = requested {
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
    if let Some(encoding) = detect_utf_16(bytes) {
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
    let encoding = guess_encoding(bytes);
    problems.push(Problem::GuessedEncoding(encoding));
    decode_as(bytes, encoding, problems)
}

/// Decodes a text and replaces invalid characters.
fn decode_as(bytes: &[u8], encoding: TextEncoding, mut problems: Vec<Problem>) -> Decoded<'_> {
    let (text, has_errors) = encoding.0.decode_without_bom_handling(bytes);
    if has_errors {
        problems.push(Problem::NotInEncoding(encoding));
    }
    Decoded { text, problems }
}

/// The most probable encoding of a text that is not UTF-8.
fn guess_encoding(bytes: &[u8]) -> TextEncoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // Dice and plays make up most of a file and say nothing about its encoding.
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
        detector.feed(line, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    TextEncoding(detector.guess(None, Utf8Detection::Deny))
}

/// True if a text has escape sequences of ISO-2022-JP, an encoding that uses only ASCII bytes.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    if !bytes.contains(&ESCAPE) {
        return false;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow) == ISO_2022_JP
}

/// Detects UTF-16 without a byte order mark; the first letters must be ASCII.
fn detect_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    const LOOKED_AT: usize = 16;
    let pairs = bytes.chunks_exact(2).take(LOOKED_AT);
    if pairs.len() < LOOKED_AT {
        return None;
    }
    let all = |offset: usize| {
        pairs.clone().all(|pair| pair[offset] == 0 && matches!(pair[1 - offset], 1..=0x7f))
    };
    match (all(1), all(0)) {
        (true, _) => Some(UTF_16LE),
        (_, true) => Some(UTF_16BE),
        _ => None,
    }
}

/// A line without its line ending, with its number from 1.
pub(crate) type Line<'a> = (u32, &'a str);

/// A decoded text, and its lines once something needs them. All detectors and readers share one
/// list of lines.
#[derive(Debug)]
pub(crate) struct SourceText<'a> {
    text: &'a str,
    lines: OnceCell<Vec<Line<'a>>>,
}

impl<'a> SourceText<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, lines: OnceCell::new() }
    }

    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) fn lines(&self) -> &[Line<'a>] {
        self.lines.get_or_init(|| split_lines(self.text).collect())
    }
}

/// The first line with other characters than whitespace, without whitespace around it.
pub(crate) fn first_line<'a>(lines: &[Line<'a>]) -> Option<&'a str> {
    lines.iter().map(|(_, line)| line.trim()).find(|line| !line.is_empty())
}

/// Splits a text into lines without line endings, each with its number, counted from 1. A byte
/// order mark inside a line begins another line with the same number: files were joined there, and
/// the first one lacks a final newline.
fn split_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
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

    /// Names in a match file, with the encodings that old programs of their country use.
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
                for (requested, declares) in [(Some(encoding), Some("utf-8")), (None, Some(*name))]
                {
                    let known = decode(&bytes, requested, declares);
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
        for (requested, declares) in [(Some(encoding), None), (None, Some("ISO-2022-JP"))] {
            let known = decode(&bytes, requested, declares);
            assert_eq!((&*known.text, known.problems), (&*text, vec![]));
        }
        let misdeclared = decode(&bytes, None, Some("utf-8"));
        assert_eq!(misdeclared.text, text);
        assert_eq!(misdeclared.problems.len(), 2);
        // Terminal colours use other escape sequences.
        let coloured = "\u{1b}[31mAda\u{1b}[0m";
        let plain = decode(coloured.as_bytes(), None, None);
        assert_eq!((&*plain.text, plain.problems), (coloured, vec![]));
    }

    #[test]
    fn joined_files_are_decoded_each_by_itself() {
        let (latin, utf_8) = (b"Zo\xeb\n".as_slice(), "\u{feff}Мария\n".as_bytes());
        assert_eq!(split_joined(&[latin, utf_8, utf_8].concat()), [latin, utf_8, utf_8]);
        let pairs: Vec<u8> =
            "\u{feff}\u{feff}a".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for whole in [latin, utf_8, b"", &[utf_8, utf_8].concat(), &pairs] {
            assert_eq!(split_joined(whole), [whole]);
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
        let requested = decode(&bytes, Some(utf_8), None);
        assert_eq!(requested.problems, [Problem::NotInEncoding(utf_8)]);
        // A byte order mark takes precedence over the encoding asked for.
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
        // Browsers no longer support these encodings.
        for name in ["", "klingon", "iso-2022-kr", "utf-7", "replacement"] {
            assert!(name.parse::<TextEncoding>().is_err(), "{name}");
        }
    }

    #[test]
    fn lines_end_in_every_way() {
        let found: Vec<(u32, &str)> = split_lines("a\r\nb\nc\rd").collect();
        assert_eq!(found, [(1, "a"), (2, "b"), (3, "c"), (4, "d")]);
        let joined: Vec<(u32, &str)> = split_lines("a\n\u{feff}b\nc\u{feff}d\n").collect();
        assert_eq!(joined, [(1, "a"), (2, "b"), (3, "c"), (3, "d"), (4, "")]);
    }
}
