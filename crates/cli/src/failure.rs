//! What can go wrong, and how it is told.

use crate::terminal::{complain, one_line};
use std::{fmt, process::ExitCode};

/// A shell's code for what Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was given makes no sense.
    #[error("{0}")]
    BadInput(String),
    /// It made sense, but could not be done.
    #[error("{0}")]
    Failed(String),
    /// Ctrl-C has ended it before it was done, which has been said.
    #[error("ended by Ctrl-C")]
    Interrupted,
    /// Whoever read the output has gone, as `head` does; nothing is wrong.
    #[error("the output is not read")]
    Unread,
}

impl Failure {
    /// Bad input, from the error that says so.
    pub fn bad_input(error: impl fmt::Display) -> Self {
        Self::BadInput(error.to_string())
    }

    /// A failure, from the error that says so.
    pub fn failed(error: impl fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }

    /// Writes one sentence to stderr and gives the exit code: 2 for bad input, 1 for failure;
    /// of what Ctrl-C has ended the code alone.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::BadInput(message) => (message, 2),
            Self::Failed(message) => (message, 1),
            Self::Interrupted => return ExitCode::from(INTERRUPTED),
            Self::Unread => return ExitCode::SUCCESS,
        };
        if !crate::crew::leads() {
            return ExitCode::from(code);
        }
        let style = anstyle::AnsiColor::Red.on_default().bold();
        let message = one_line(message.trim_end());
        complain(&format!("{style}error:{style:#} {message}\n"));
        ExitCode::from(code)
    }
}
