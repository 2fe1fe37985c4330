//! Reasons for a refusal: an English sentence, and its code with values.

use sheshbesh_api::QueryError;
use sheshbesh_movegen::{Coded, Message, Value};
use std::fmt;

/// An English sentence, and the message that clients word in other languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    sentence: String,
    message: Option<Message>,
}

/// Maximum length of a sentence in characters, and the length of the beginning and end that are
/// kept of a longer one.
const MAX_LENGTH: usize = 500;
const KEPT_AT_ENDS: usize = 200;

/// Shortens a sentence for the response. Some sentences quote the request, which may be a megabyte.
pub fn shorten(sentence: String) -> String {
    let count = sentence.chars().count();
    if count <= MAX_LENGTH {
        return sentence;
    }
    let beginning: String = sentence.chars().take(KEPT_AT_ENDS).collect();
    let end: String = sentence.chars().skip(count - KEPT_AT_ENDS).collect();
    format!("{beginning} … {end}")
}

impl Reason {
    pub(crate) fn new(reason: impl Coded + fmt::Display) -> Self {
        Self { sentence: shorten(reason.to_string()), message: Some(reason.message()) }
    }

    /// The sentence and the message.
    pub(crate) fn into_parts(self) -> (String, Option<Message>) {
        (self.sentence, self.message)
    }
}

impl From<QueryError> for Reason {
    fn from(error: QueryError) -> Self {
        Self { sentence: shorten(error.sentence), message: error.message }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl From<&Reason> for Value {
    /// The message, or the sentence if there is none.
    fn from(reason: &Reason) -> Self {
        match &reason.message {
            Some(message) => message.clone().into(),
            None => reason.sentence.as_str().into(),
        }
    }
}
