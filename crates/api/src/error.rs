//! Error type of questions: a message of one sentence, its code, and a kind.

use sheshbesh_movegen::{Coded, Message};
use std::fmt;

/// Error of a question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct QueryError {
    /// Kind of error.
    pub kind: QueryErrorKind,
    /// Message: one sentence that says what is wrong.
    pub sentence: String,
    /// The message as a code with values, if it has one.
    pub message: Option<Message>,
}

/// Kinds of errors: an invalid request, a failure of the engine, or a cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryErrorKind {
    /// The request cannot be parsed.
    Unreadable,
    /// The request can be parsed, but is invalid.
    Nonsense,
    /// The request is valid, but answering it failed.
    Failed,
    /// The question was cancelled before there was an answer.
    Stopped,
}

impl QueryError {
    fn new(kind: QueryErrorKind, sentence: impl fmt::Display) -> Self {
        Self { kind, sentence: sentence.to_string(), message: None }
    }

    /// Creates an error from a reason that has a code.
    ///
    /// ```
    /// use sheshbesh_api::{QueryError, QueryErrorKind};
    /// let reason = "37".parse::<sheshbesh_movegen::Dice>().unwrap_err();
    /// let error = QueryError::coded(QueryErrorKind::Nonsense, reason);
    /// assert_eq!(error.message.unwrap().code, "dice.invalid");
    /// ```
    pub fn coded(kind: QueryErrorKind, reason: impl Coded + fmt::Display) -> Self {
        let message = Some(reason.message());
        Self { message, ..Self::new(kind, reason) }
    }

    /// Creates an error for a request that can be parsed, but is invalid, from a reason that has a
    /// code.
    pub fn invalid(reason: impl Coded + fmt::Display) -> Self {
        Self::coded(QueryErrorKind::Nonsense, reason)
    }

    /// Creates an error for a request that cannot be parsed.
    pub fn unreadable(sentence: impl fmt::Display) -> Self {
        Self::new(QueryErrorKind::Unreadable, sentence)
    }

    /// Creates an error for a request that can be parsed, but is invalid.
    pub fn nonsense(sentence: impl fmt::Display) -> Self {
        Self::new(QueryErrorKind::Nonsense, sentence)
    }

    /// Creates an error for a question that was cancelled before there was an answer.
    pub fn stopped(sentence: impl fmt::Display) -> Self {
        Self::new(QueryErrorKind::Stopped, sentence)
    }

    /// Creates an error for a valid request that could not be answered.
    pub fn failed(sentence: impl fmt::Display) -> Self {
        Self::new(QueryErrorKind::Failed, sentence)
    }
}
