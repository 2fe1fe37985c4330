//! Escapes control characters in foreign text, such as names of players and files, for the
//! terminal.
//!
//! A terminal obeys control characters. Foreign ones are printed as escapes such as `\u{1b}`;
//! colours of the program's own text are kept.

use std::{borrow::Cow, path::Path};

/// Parameters of allowed style sequences, except for colours: reset, bold, dimmed, italic,
/// underlined.
const STYLES: [&str; 9] = ["", "0", "1", "2", "3", "4", "22", "24", "39"];

/// Escapes control characters except line ends, tabs and styles.
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    escape_unless(text, |rest| match rest.as_bytes()[0] {
        b'\n' | b'\t' => 1,
        _ => style_length(rest),
    })
}

/// Escapes control characters except line ends and tabs, for text without styles of the program.
pub fn escape_unstyled(text: &str) -> Cow<'_, str> {
    escape_unless(text, |rest| usize::from(matches!(rest.as_bytes()[0], b'\n' | b'\t')))
}

/// Escapes all control characters, line ends and tabs included, so that the text is one line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escape_unless(text, |_| 0)
}

/// Formats a path for a sentence.
pub fn show_path(path: &Path) -> String {
    one_line(&path.display().to_string()).into_owned()
}

/// Escapes control characters. At each one, `unescaped` returns the number of bytes to copy
/// unchanged.
fn escape_unless(text: &str, unescaped: impl Fn(&str) -> usize) -> Cow<'_, str> {
    if text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = if is_harmless(letter) { letter.len_utf8() } else { unescaped(rest) };
        if length > 0 {
            escaped.push_str(&rest[..length]);
            rest = &rest[length..];
        } else {
            escaped.extend(letter.escape_default());
            rest = &rest[letter.len_utf8()..];
        }
    }
    Cow::Owned(escaped)
}

/// Returns true for a character without effect on the terminal other than printing.
fn is_harmless(letter: char) -> bool {
    letter != '\n' && sheshbesh_analysis::markup::may_stand(letter)
}

/// Returns the length in bytes of a style sequence at the start of a text, or 0.
fn style_length(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'))
    else {
        return 0;
    };
    let (parameters, _) = parameters;
    let is_style = |parameter: &str| {
        let is_colour = matches!(parameter.as_bytes(), [b'3' | b'9', b'0'..=b'7']);
        is_colour || STYLES.contains(&parameter)
    };
    if parameters.split(';').all(is_style) {
        "\u{1b}[".len() + parameters.len() + "m".len()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        let nasty = "a\u{1b}]0;title\u{7}b\rc\u{8}\u{9b}2Jd\u{7f}\u{202e}e\u{0}";
        let want = "a\\u{1b}]0;title\\u{7}b\\rc\\u{8}\\u{9b}2Jd\\u{7f}\\u{202e}e\\u{0}";
        assert_eq!(escape_controls(nasty), want);
        assert_eq!(one_line(nasty), want);
        assert_eq!(one_line("one\ntwo\tthree"), "one\\ntwo\\tthree");
        for plain in ["", "Zoë – 東京 \u{5d0}\u{200f}", "6.9 ± 1 %"] {
            assert!(matches!(one_line(plain), Cow::Borrowed(text) if text == plain));
        }
    }

    #[test]
    fn own_styles_stay_and_nothing_that_looks_like_them() {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        let own = format!("{style}error:{style:#} one\n\ttwo\n");
        assert_eq!(escape_controls(&own), own);
        for other in
            ["\u{1b}[2J", "\u{1b}[8m", "\u{1b}[1;8m", "\u{1b}[31", "\u{1b}[?25lm", "\u{1b}c"]
        {
            let want = other.replace('\u{1b}', "\\u{1b}");
            assert_eq!(escape_controls(other), want);
        }
        assert_eq!(one_line("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(escape_unstyled("\u{1b}[31mred\n\tblue"), "\\u{1b}[31mred\n\tblue");
    }
}
