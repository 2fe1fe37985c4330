//! Error type of questions: a message of one sentence, and a kind.

use std::fmt;

/// Error of a question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct QueryError {
    /// Kind of error.
    pub kind: QueryErrorKind,
    /// Message: one sentence that says what is wrong.
    pub sentence: String,
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
        Self { kind, sentence: sentence.to_string() }
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
