//! Macros that append formatted text to a `String`, which cannot fail.

macro_rules! push {
    ($text:ident, $($format:tt)*) => {
        $text.push_str(&format!($($format)*))
    };
}

macro_rules! push_line {
    ($text:ident, $($format:tt)*) => {{
        $text.push_str(&format!($($format)*));
        $text.push('\n');
    }};
}
