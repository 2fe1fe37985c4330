//! Formats lists and paragraphs.

/// Width of a terminal in columns.
const COLUMNS: usize = 80;

/// Capitalizes the first letter, if there is one.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    first + chars.as_str()
}

/// Wraps a paragraph at the terminal width.
pub(crate) fn wrapped(text: &str) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > COLUMNS {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_fits() {
        let words = vec!["word"; 40].join(" ");
        let text = wrapped(&words);
        assert!(text.lines().all(|line| line.len() <= COLUMNS));
        assert_eq!(text.lines().next().map(str::len), Some(79));
        assert_eq!(text.split_whitespace().count(), 40);
        assert_eq!(wrapped(&"x".repeat(100)), format!("{}\n", "x".repeat(100)));
    }

    #[test]
    fn a_sentence_may_begin_with_anything() {
        for (text, expected) in [("", ""), ("take", "Take"), ("8/5", "8/5"), ("é1", "É1")] {
            assert_eq!(capitalized(text), expected);
        }
    }
}
