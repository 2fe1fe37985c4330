//! Writing to the terminal or a pipe.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use sheshbesh_network::Probabilities;
use std::io::{ErrorKind, Write};

/// Writes text to stdout. Colours are left out where they do not belong: in pipes, in files, and
/// where `NO_COLOR` says so.
pub fn print(text: &str) -> Result<(), Failure> {
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

/// Wins and losses in percent.
pub fn wins_and_losses(p: &Probabilities) -> String {
    let sides = [
        ("wins", p.win, p.win_gammon, p.win_backgammon),
        ("loses", p.lose(), p.lose_gammon, p.lose_backgammon),
    ];
    let lines = sides.map(|(verb, all, gammon, backgammon)| {
        let [all, gammon, backgammon] = [all, gammon, backgammon].map(|p| 100.0 * p);
        format!("  {verb:5} {all:6.2} %   gammon {gammon:6.2} %   backgammon {backgammon:6.2} %\n")
    });
    lines.concat()
}

/// Says on stderr what is good to know and stops nothing.
pub fn note(text: &str) {
    // Nobody is left to tell when stderr is closed.
    let _ = writeln!(anstream::stderr(), "note: {text}");
}

/// A bar on stderr, shown only where that is a terminal.
pub fn progress(length: u64, unit: &str) -> ProgressBar {
    let template = format!(
        "{{prefix}} {{wide_bar:.cyan/dim}} {{pos}}/{{len}} {unit} ({{per_sec}}, {{eta}} left)"
    );
    let style = ProgressStyle::with_template(&template).expect("the template is a constant");
    ProgressBar::new(length).with_style(style)
}

/// Half of an interval with so many decimal places; too few games give none.
pub fn interval(half: f64, places: usize) -> String {
    if half.is_finite() { format!("{half:.places$}") } else { "?".to_owned() }
}

/// A number with a comma between each three digits.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn numbers_have_commas() {
    let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(thousands);
    assert_eq!(texts, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
}
