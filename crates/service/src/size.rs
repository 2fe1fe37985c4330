//! Sizes in messages.

/// Formats a number of bytes.
pub fn format_size(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        megabytes => format!("{megabytes} MB"),
    }
}
