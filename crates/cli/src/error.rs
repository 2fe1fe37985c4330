//! Errors of commands, and their exit codes.

use sheshbesh_api::{QueryError, QueryErrorKind};
use std::fmt;

/// Exit code of a program ended by Ctrl-C, as shells define it.
pub const INTERRUPTED: u8 = 130;

/// Error of a command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Invalid input.
    #[error("{0}")]
    BadInput(String),
    /// Valid input, but the operation failed.
    #[error("{0}")]
    Failed(String),
    /// Ctrl-C ended the command early; a message has been printed already.
    #[error("interrupted by Ctrl-C")]
    Interrupted,
    /// The reader of the output has gone, as `head` does; not an error for the user.
    #[error("output closed")]
    Unread,
}

impl CliError {
    /// Converts an error to [`Self::BadInput`].
    pub fn bad_input(error: impl fmt::Display) -> Self {
        Self::BadInput(error.to_string())
    }

    /// Converts an error to [`Self::Failed`].
    pub fn failed(error: impl fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<QueryError> for CliError {
    fn from(error: QueryError) -> Self {
        match error.kind {
            QueryErrorKind::Unreadable | QueryErrorKind::Nonsense => Self::bad_input(error),
            QueryErrorKind::Failed | QueryErrorKind::Stopped => Self::failed(error),
        }
    }
}
