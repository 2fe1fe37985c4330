//! Questions to whoever sits at the terminal, or writes into the pipe.

use crate::{failure::Failure, output::print};
use sheshbesh_network::input::{Line, read_line};

/// Asks and reads a line, without the white space around it; `None` at the end of the input.
pub fn ask_line(prompt: &str) -> Result<Option<String>, Failure> {
    print(prompt)?;
    let read = read_line(&mut std::io::stdin().lock());
    let read = read.map_err(|e| Failure::BadInput(format!("cannot read what you say: {e}")))?;
    let Some(line) = read else {
        print("\n")?;
        return Ok(None);
    };
    Ok(Some(match line {
        Line::Text(text) => text.trim().to_owned(),
        // Neither is an answer to anything.
        Line::NotText | Line::TooLong => char::REPLACEMENT_CHARACTER.to_string(),
    }))
}
