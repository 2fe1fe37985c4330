//! Values of commands.

use super::{error::CommandError, keyword::find};
use sheshbesh_movegen::Session;

/// Parses a match length.
pub(super) fn parse_match_length(text: &str) -> Result<u16, CommandError> {
    let length = number(text, "match length", Session::MAX_LENGTH.into())?;
    if length == 0 {
        return Err(CommandError::Invalid {
            what: "match length",
            text: text.to_owned(),
            expected: "give 1 to 64, or use new session",
        });
    }
    Ok(length as u16)
}

/// The first word of a command's arguments.
pub(super) fn first<'a>(words: &'a [String], what: &'static str) -> Result<&'a str, CommandError> {
    words.first().map(String::as_str).ok_or(CommandError::Missing(what))
}

/// The second word of a command's arguments.
pub(super) fn second<'a>(words: &'a [String], what: &'static str) -> Result<&'a str, CommandError> {
    words.get(1).map(String::as_str).ok_or(CommandError::Missing(what))
}

/// Parses a number up to `most`.
pub(super) fn number(text: &str, what: &'static str, most: u64) -> Result<u64, CommandError> {
    text.parse().ok().filter(|&number| number <= most).ok_or_else(|| CommandError::Invalid {
        what,
        text: text.to_owned(),
        expected: "it is no number or too large",
    })
}

/// Parses `on` or `off`.
pub(super) fn switch(text: &str) -> Result<bool, CommandError> {
    match find(text, &["on", "off", "yes", "no", "true", "false"]) {
        Some("on" | "yes" | "true") => Ok(true),
        Some(_) => Ok(false),
        None => Err(CommandError::Invalid {
            what: "switch",
            text: text.to_owned(),
            expected: "give on or off",
        }),
    }
}
