//! Questions to whoever sits at the terminal, or writes into the pipe.

use crate::{failure::Failure, output::print};
use std::io::BufRead;

/// Asks and reads a line, without the white space around it; `None` at the end of the input.
pub fn ask_line(prompt: &str) -> Result<Option<String>, Failure> {
    print(prompt)?;
    let mut line = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut line);
    let read = read.map_err(|e| Failure::Failed(format!("cannot read what you say: {e}")))?;
    if read == 0 {
        print("\n")?;
        return Ok(None);
    }
    // What is no text is no answer to anything.
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}
