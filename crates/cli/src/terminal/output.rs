//! Output to the terminal or a pipe.

use super::escape::{one_line, plain, screened};
use crate::{error::CliError, rank::is_root};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Writes text to stdout, on the leading rank only. Colours are removed in pipes, in files, and if
/// `NO_COLOR` is set. Foreign control characters are escaped, see [`screened`].
pub fn print(text: &str) -> Result<(), CliError> {
    if !is_root() {
        return Ok(());
    }
    write_to(anstream::stdout(), screened(text).as_bytes())
}

/// Writes data to stdout unchanged; on a terminal, control characters are escaped.
pub fn print_data(text: &str) -> Result<(), CliError> {
    match io::stdout().is_terminal() {
        true => print(&plain(text)),
        false if is_root() => write_to(io::stdout(), text.as_bytes()),
        false => Ok(()),
    }
}

fn write_to(mut stdout: impl Write, bytes: &[u8]) -> Result<(), CliError> {
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CliError::Unread,
        _ => CliError::Failed(format!("cannot write to stdout: {error}")),
    })
}

/// Writes a value as JSON. Characters that could control a terminal are escaped, as JSON requires
/// for the first 32.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::failed)?;
    let mut escaped = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        match sheshbesh_analysis::may_stand(letter) {
            true => escaped.push(letter),
            // All of them have at most four hexadecimal digits.
            false => escaped.push_str(&format!("\\u{:04x}", letter as u32)),
        }
    }
    escaped.push('\n');
    print_data(&escaped)
}

/// Writes text to stderr, screened. Ignores a closed stderr: there is nowhere to report it.
pub fn complain(text: &str) {
    let _ = anstream::stderr().write_all(screened(text).as_bytes());
}

/// Prints a note on stderr, on the leading rank only.
pub fn note(text: &str) {
    if is_root() {
        complain(&format!("note: {}\n", one_line(text)));
    }
}

/// Creates a progress bar on stderr, visible only on a terminal.
pub fn progress(length: u64, unit: &str) -> ProgressBar {
    let template = format!(
        "{{prefix}} {{wide_bar:.cyan/dim}} {{pos}}/{{len}} {unit} ({{per_sec}}, {{eta}} left)"
    );
    let style = ProgressStyle::with_template(&template).expect("the template is a constant");
    ProgressBar::new(length).with_style(style)
}
