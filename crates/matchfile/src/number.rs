//! Numbers in files. An unusable number is an error and never becomes another number.

use std::str::FromStr;

/// A number that is negative or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadNumber;

/// Parses a number of digits with an optional sign. Returns `None` for any other text.
pub(crate) fn parse_number<T: FromStr>(text: &str) -> Option<Result<T, BadNumber>> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| {
        let is_negative = text.starts_with('-');
        if is_negative { Err(BadNumber) } else { digits.parse().map_err(|_| BadNumber) }
    })
}

/// Returns the first number in a text, or `None` if there is none. A minus sign directly before it
/// belongs to the number.
///
/// # Errors
/// Fails if the number is negative or too large.
pub(crate) fn find_number(text: &str) -> Result<Option<u32>, BadNumber> {
    let is_digit = |c: char| c.is_ascii_digit();
    let Some(start) = text.find(is_digit) else { return Ok(None) };
    let start = if text[..start].ends_with('-') { start - 1 } else { start };
    let end = text[start + 1..].find(|c| !is_digit(c)).map_or(text.len(), |end| start + 1 + end);
    parse_number(&text[start..end]).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_or_refused() {
        for (text, expected) in [
            ("Wins 12 points", Ok(Some(12))),
            ("Doubles => 4294967295", Ok(Some(u32::MAX))),
            ("Doubles =>2", Ok(Some(2))),
            ("Doubles -> 2", Ok(Some(2))),
            ("wins", Ok(None)),
            ("", Ok(None)),
            ("Wins 0 points", Ok(Some(0))),
            ("Wins 007", Ok(Some(7))),
            ("7", Ok(Some(7))),
            ("Doubles => 4294967296", Err(BadNumber)),
            ("Wins 99999999999999999999999999 points", Err(BadNumber)),
            ("Wins -1 points", Err(BadNumber)),
            ("-7", Err(BadNumber)),
        ] {
            assert_eq!(find_number(text), expected, "{text}");
        }
        assert_eq!(parse_number::<u16>("65535"), Some(Ok(65535)));
        assert_eq!(parse_number::<u16>("+5"), Some(Ok(5)));
        for text in ["65536", "-1", "-0", "99999999999999999999"] {
            assert_eq!(parse_number::<u16>(text), Some(Err(BadNumber)), "{text}");
        }
        for text in ["", "-", "+", "1a", "a1", "1.5", "--1"] {
            assert_eq!(parse_number::<u16>(text), None, "{text}");
        }
    }
}
