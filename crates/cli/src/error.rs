//! Errors of commands, and their exit codes.

use crate::{
    rank::is_root,
    terminal::{complain, one_line},
};
use std::{fmt, process::ExitCode};

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
    /// Ctrl-C ended the command early; the user has been told already.
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

    /// Writes the error as one line to stderr, on the leading rank, and returns the exit code: 2
    /// for invalid input, 1 for a failure. Prints nothing for [`Self::Interrupted`] and
    /// [`Self::Unread`], whose codes are 130 and 0.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::BadInput(message) => (message, 2),
            Self::Failed(message) => (message, 1),
            Self::Interrupted => return ExitCode::from(INTERRUPTED),
            Self::Unread => return ExitCode::SUCCESS,
        };
        if !is_root() {
            return ExitCode::from(code);
        }
        let style = anstyle::AnsiColor::Red.on_default().bold();
        let message = one_line(message.trim_end());
        complain(&format!("{style}error:{style:#} {message}\n"));
        ExitCode::from(code)
    }
}
