//! Why there is no answer: one sentence, and whose fault it is.

use std::fmt;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// Whose fault it is.
    pub kind: RefusalKind,
    /// What is wrong, in one sentence.
    pub sentence: String,
}

/// Whose fault it is that there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// It cannot be read.
    Unreadable,
    /// It can be read, and makes no sense.
    Nonsense,
    /// It makes sense, and could not be answered.
    Failed,
    /// Somebody said stop before there was an answer.
    Stopped,
}

impl Refusal {
    fn new(kind: RefusalKind, sentence: impl fmt::Display) -> Self {
        Self { kind, sentence: sentence.to_string() }
    }

    /// The question cannot be read.
    pub fn unreadable(sentence: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Unreadable, sentence)
    }

    /// The question can be read, and makes no sense.
    pub fn nonsense(sentence: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Nonsense, sentence)
    }

    /// It was stopped before there was an answer.
    pub fn stopped(sentence: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Stopped, sentence)
    }

    /// The question makes sense, and could not be answered.
    pub fn failed(sentence: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Failed, sentence)
    }
}
