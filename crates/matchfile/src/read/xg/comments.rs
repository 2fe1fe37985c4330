//! Reads the comments of an `.xg` file. A file of the archive holds one comment in Rich Text Format
//! per line, and records refer to line numbers.

use encoding_rs::{Encoding, WINDOWS_1252};

/// A line ending within a comment.
const LINE_END: &str = "\u{1}\u{2}";
/// Groups that contain no text, such as fonts, colours and styles.
const NO_TEXT: [&str; 6] = ["fonttbl", "colortbl", "stylesheet", "info", "pict", "listtable"];

/// The comments, one per line.
#[derive(Debug, Default)]
pub(super) struct Comments(Vec<String>);

impl Comments {
    /// Parses the comments file of the archive.
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let text = crate::text::decode(bytes, None, None).text;
        Self(text.split("\r\n").map(|line| to_plain_text(&line.replace(LINE_END, "\n"))).collect())
    }

    /// The comment with a number; `None` if there is none or if it is empty.
    pub(super) fn get(&self, number: i32) -> Option<&str> {
        let comment = self.0.get(usize::try_from(number).ok()?)?;
        (!comment.is_empty()).then_some(comment.as_str())
    }
}

/// Converts Rich Text to plain text. Returns any other text as it is.
fn to_plain_text(text: &str) -> String {
    let text = text.trim();
    if !text.starts_with("{\\rtf") {
        return text.to_owned();
    }
    let mut reader = Reader::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = match letter {
            '\\' => reader.read_control(&rest[1..]),
            '{' => {
                reader.groups.push(reader.is_silent);
                &rest[1..]
            }
            '}' => {
                reader.is_silent = reader.groups.pop().unwrap_or(false);
                &rest[1..]
            }
            // A control word marks the end of a line.
            '\r' | '\n' => &rest[1..],
            letter => {
                reader.push(letter);
                &rest[letter.len_utf8()..]
            }
        };
    }
    reader.text.trim().to_owned()
}

struct Reader {
    text: String,
    /// Encoding of characters that are written as byte values.
    code_page: &'static Encoding,
    /// True if the current group contains no text.
    is_silent: bool,
    /// `is_silent` of the enclosing groups.
    groups: Vec<bool>,
    /// Number of fallback characters still to skip after a Unicode character.
    instead: usize,
}

impl Reader {
    const fn new() -> Self {
        Self {
            text: String::new(),
            code_page: WINDOWS_1252,
            is_silent: false,
            groups: Vec::new(),
            instead: 0,
        }
    }

    fn push(&mut self, letter: char) {
        if self.instead > 0 {
            self.instead -= 1;
        } else if !self.is_silent {
            self.text.push(letter);
        }
    }

    /// Reads the text after a backslash; returns the rest.
    fn read_control<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some(rest) = text.strip_prefix('\'') {
            let byte = rest.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let Some(byte) = byte else { return rest };
            self.push_byte(byte);
            return &rest[2..];
        }
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            let Some(letter) = text.chars().next() else { return text };
            match letter {
                '*' => self.is_silent = true,
                '~' => self.push(' '),
                '\\' | '{' | '}' => self.push(letter),
                _ => {}
            }
            return &text[letter.len_utf8()..];
        }
        let (word, rest) = text.split_at(letters);
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at(if digits > 0 { sign + digits } else { 0 });
        match word {
            "par" | "line" => self.push('\n'),
            "tab" => self.push('\t'),
            // A signed 16-bit code unit, and a fallback character for readers without Unicode.
            "u" => {
                let unit = number.parse::<i32>().ok().map(|unit| unit.rem_euclid(1 << 16) as u32);
                self.push(unit.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
                self.instead = 1;
            }
            // Multibyte code pages are not supported, since bytes are decoded one by one.
            "ansicpg" => {
                let page = Encoding::for_label(format!("windows-{number}").as_bytes());
                self.code_page = page.filter(|page| page.is_single_byte()).unwrap_or(WINDOWS_1252);
            }
            word if NO_TEXT.contains(&word) => self.is_silent = true,
            _ => {}
        }
        rest.strip_prefix(' ').unwrap_or(rest)
    }

    fn push_byte(&mut self, byte: u8) {
        let letter = self.code_page.decode_without_bom_handling(&[byte]).0.chars().next();
        self.push(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rich_text_becomes_plain() {
        for (text, expected) in [
            (
                r"{\rtf1\ansi\deff0{\fonttbl{\f0\fnil Tahoma;}}\viewkind4\uc1\pard\f0\fs16 Too bold.\par}",
                "Too bold.",
            ),
            (r"{\rtf1 Zo\'eb \{so\}\\ a\par b\par}", "Zoë {so}\\ a\nb"),
            (r"{\rtf1\ansi\ansicpg1251 \'cc\'e0\'f0\'e8\'ff}", "Мария"),
            (r"{\rtf1\ansi\ansicpg99999 Zo\'eb}", "Zoë"),
            (r"{\rtf1 \u8364?5 \u-10187?{\*\generator x;}!}", "€5 \u{fffd}!"),
            ("No rich text {at} all", "No rich text {at} all"),
            (r"{\rtf1 broken\'z", "brokenz"),
            (r"{\rtf1 }}}\", ""),
            ("{\\rtf1 é\\é\\'éé", "ééé"),
        ] {
            assert_eq!(to_plain_text(text), expected, "{text}");
        }
    }

    #[test]
    fn comments_are_lines() {
        let comments = Comments::parse(b"One.\r\n\r\nTwo,\x01\x02and more\r\n");
        let found = [-1, 0, 1, 2, 3, 99].map(|number| comments.get(number));
        assert_eq!(found, [None, Some("One."), None, Some("Two,\nand more"), None, None]);
    }
}
