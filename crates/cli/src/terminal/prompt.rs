//! Prompts on the terminal, answered from standard input.

use super::output::print;
use crate::error::CliError;
use sheshbesh_network::input::{Line, read_line};

/// Prints a prompt and reads a line, trimmed; returns `None` at the end of the input. A line that
/// is too long or not UTF-8 becomes a replacement character, which no prompt accepts.
pub fn ask_line(prompt: &str) -> Result<Option<String>, CliError> {
    print(prompt)?;
    let read = read_line(&mut std::io::stdin().lock());
    let read = read.map_err(|e| CliError::BadInput(format!("cannot read standard input: {e}")))?;
    let Some(line) = read else {
        print("\n")?;
        return Ok(None);
    };
    Ok(Some(match line {
        Line::Text(text) => text.trim().to_owned(),
        Line::NotText | Line::TooLong => char::REPLACEMENT_CHARACTER.to_string(),
    }))
}
