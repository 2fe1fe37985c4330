//! Indices in the notation of plays: numbers, `bar` and `off`.

use crate::board::{BAR, OFF, POINTS};

/// Writes an index as [`read_point`] parses it.
pub(super) fn write_point(index: u8) -> String {
    match index {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// Parses a word of a play as an index in the view of the player who makes it: a number, `bar` or
/// `off`, or the first letter of these. `None` if the word is not an index.
pub fn read_point(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "bar" | "b" => Some(BAR),
        "off" | "o" => Some(OFF),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 2 => {
            digits.parse().ok().filter(|&index| index <= BAR)
        }
        _ => None,
    }
}

/// Two digits are enough for any point.
const _: () = assert!(POINTS < 100);
