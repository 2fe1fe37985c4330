//! Output to the terminal or a pipe.

use super::escape::{escape_controls, escape_unstyled, one_line};
use crate::{error::CliError, rank::is_root};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Writes text to stdout, on the leading rank only. Colours are removed in pipes, in files, and if
/// `NO_COLOR` is set. Foreign control characters are escaped, see [`escape_controls`].
pub fn print(text: &str) -> Result<(), CliError> {
    if !is_root() {
        return Ok(());
    }
    write_to(anstream::stdout(), escape_controls(text).as_bytes())
}

/// Writes data to stdout unchanged; on a terminal, control characters are escaped.
fn print_data(text: &str) -> Result<(), CliError> {
    if io::stdout().is_terminal() {
        print(&escape_unstyled(text))
    } else if is_root() {
        write_to(io::stdout(), text.as_bytes())
    } else {
        Ok(())
    }
}

/// Writes the contents of a file to stdout: a text like [`print_data`], and anything else
/// unchanged, but never to a terminal.
pub fn print_bytes(bytes: &[u8]) -> Result<(), CliError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => print_data(text),
        Err(_) if io::stdout().is_terminal() => {
            Err(CliError::BadInput("the format is not a text: name an output file".to_owned()))
        }
        Err(_) if is_root() => write_to(io::stdout(), bytes),
        Err(_) => Ok(()),
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
        if sheshbesh_analysis::markup::may_stand(letter) {
            escaped.push(letter);
        } else {
            // All of them have at most four hexadecimal digits.
            escaped.push_str(&format!("\\u{:04x}", letter as u32));
        }
    }
    escaped.push('\n');
    print_data(&escaped)
}

/// Writes text to stderr, escaped. Ignores a closed stderr: there is nowhere to report it.
pub fn write_stderr(text: &str) {
    let _ = anstream::stderr().write_all(escape_controls(text).as_bytes());
}

/// Prints a note on stderr, on the leading rank only.
pub fn note(text: &str) {
    if is_root() {
        write_stderr(&format!("note: {}\n", one_line(text)));
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
