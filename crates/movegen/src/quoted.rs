//! Values in error messages.

use std::fmt;

/// Characters of a value that an error repeats at most.
const MOST: usize = 60;

/// A value for an error message, in quotation marks and with control characters escaped. Only the
/// beginning of a long one is repeated: it may come from a file or a request, and be a megabyte.
///
/// ```
/// use sheshbesh_movegen::quoted;
/// assert_eq!(quoted("7-x").to_string(), r#""7-x""#);
/// assert_eq!(quoted(&"9".repeat(1_000_000)).to_string().chars().count(), 63);
/// ```
pub fn quoted(text: &str) -> impl fmt::Display {
    format!("{:?}", shortened(text))
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
