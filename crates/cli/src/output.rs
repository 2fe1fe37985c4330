//! Writing to the terminal or a pipe.

use crate::{crew::leads, failure::Failure};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{ErrorKind, Write};

/// Writes text to stdout. Colours are left out where they do not belong: in pipes, in files, and
/// where `NO_COLOR` says so.
pub fn print(text: &str) -> Result<(), Failure> {
    if !leads() {
        return Ok(());
    }
    let mut stdout = anstream::stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::Unread,
        _ => Failure::Failed(format!("cannot write to stdout: {error}")),
    })
}

/// Writes a value as JSON.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::failed)?;
    print(&format!("{text}\n"))
}

/// Says on stderr what is good to know and stops nothing.
pub fn note(text: &str) {
    if leads() {
        // Nobody is left to tell when stderr is closed.
        let _ = writeln!(anstream::stderr(), "note: {text}");
    }
}

/// A bar on stderr, shown only where that is a terminal.
pub fn progress(length: u64, unit: &str) -> ProgressBar {
    let template = format!(
        "{{prefix}} {{wide_bar:.cyan/dim}} {{pos}}/{{len}} {unit} ({{per_sec}}, {{eta}} left)"
    );
    let style = ProgressStyle::with_template(&template).expect("the template is a constant");
    ProgressBar::new(length).with_style(style)
}
