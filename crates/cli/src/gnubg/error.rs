//! Errors of commands. A script goes on after them.

/// Reason why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No command, setting or view has this name.
    #[error("unknown {kind} {name:?}")]
    Unknown {
        /// The kind of word that was expected, such as `command`.
        kind: &'static str,
        /// The word.
        name: String,
    },
    /// The command needs a position.
    #[error("no position: use set xgid, set gnubgid, set board, new game or load match")]
    NoPosition,
    /// The command needs a match.
    #[error("no match: use import mat or load match")]
    NoMatch,
    /// The command needs an analyzed match.
    #[error("the match is not analyzed: use analyse match")]
    NotAnalyzed,
    /// The command needs more words.
    #[error("missing {0}")]
    Missing(&'static str),
    /// A value that is none.
    #[error("invalid {what} {text:?}: {expected}")]
    Invalid {
        /// The value's name.
        what: &'static str,
        /// The value.
        text: String,
        /// Description of valid values.
        expected: &'static str,
    },
    /// An error of another part of the program.
    #[error("{0}")]
    Other(String),
}

impl CommandError {
    /// Converts an error of another part of the program.
    pub(super) fn other(error: impl std::fmt::Display) -> Self {
        Self::Other(error.to_string())
    }
}

/// Error for a word that is none of those expected.
pub(super) fn unknown(kind: &'static str, name: &str) -> CommandError {
    CommandError::Unknown { kind, name: name.to_owned() }
}
