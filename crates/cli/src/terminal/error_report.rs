//! Reports the error of a command to the user.

use super::{escape::one_line, output::write_stderr};
use crate::{
    error::{CliError, INTERRUPTED},
    rank::is_root,
};
use std::process::ExitCode;

/// Writes an error as one line to stderr, on the leading rank, and returns the exit code: 2 for
/// invalid input, 1 for a failure. Prints nothing for [`CliError::Interrupted`] and
/// [`CliError::Unread`], whose codes are 130 and 0.
pub fn report_error(error: CliError) -> ExitCode {
    let (message, code) = match error {
        CliError::BadInput(message) => (message, 2),
        CliError::Failed(message) => (message, 1),
        CliError::Interrupted => return ExitCode::from(INTERRUPTED),
        CliError::Unread => return ExitCode::SUCCESS,
    };
    if !is_root() {
        return ExitCode::from(code);
    }
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let message = one_line(message.trim_end());
    write_stderr(&format!("{style}error:{style:#} {message}\n"));
    ExitCode::from(code)
}
