//! Values in error messages.

use std::fmt;

/// Maximum number of characters of a value in an error message.
const MOST: usize = 60;

/// Formats a value for an error message, in quotation marks and with control characters escaped.
/// Long values are cut: a value may come from a file or a request and have megabytes.
///
/// ```
/// use sheshbesh_movegen::quoted;
/// assert_eq!(quoted("7-x").to_string(), r#""7-x""#);
/// assert_eq!(quoted(&"9".repeat(1_000_000)).to_string().chars().count(), 63);
/// ```
pub fn quoted(text: &str) -> impl fmt::Display {
    format!("{:?}", shortened(text))
}

/// Cuts a text at the maximum length.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
