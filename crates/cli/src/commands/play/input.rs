//! Parses the player's input.

use crate::{
    error::CliError,
    terminal::{ask_line, print},
};
use sheshbesh_movegen::Win;

/// Commands of every game.
const HELP: &str = "  8/5 6/5     make a play; also 24/14, bar/22, 6/off, 6/5(2);
              8/5 6/5 pass also ends the turn
  hint        show the engine's choice
  undo        take the play back, before the turn ends
  board       show the board again
  resign      offer to resign; resign gammon, resign backgammon if they count
  quit        end the game
";

const HELP_WITH_CUBE: &str = "With the cube, before your roll:
  roll        roll the dice; Enter does the same
  double      offer a double
  hint        show the engine's choice
  resign      as above
When the engine doubles: take, pass, or beaver if beavers are allowed.
When the engine beavers: roll, pass, or raccoon.
";

const HELP_WITH_TUTOR: &str = "With a tutor, each hint shows more. After a warning:
  anyway      keep your choice
  undo        take it back; another play or answer also replaces it
";

/// Returns the list of commands, with those for the cube and the tutor if they are in use.
pub(super) fn format_help(cube: bool, tutor: bool) -> String {
    let if_used = |is_used: bool, text| if is_used { text } else { "" };
    [HELP, if_used(cube, HELP_WITH_CUBE), if_used(tutor, HELP_WITH_TUTOR)].concat()
}

/// A parsed line of input.
pub(super) enum Input {
    Quit,
    Board,
    Hint,
    Undo,
    Resign(Option<Win>),
    /// Anything else, such as a play or a cube action, in lower case with single spaces.
    Words(String),
}

/// Parses the value of a resignation; a plain `resign` offers a single game.
fn parse_resignation(value: &[&str]) -> Option<Win> {
    match value {
        [] | ["single" | "s" | "game" | "1"] => Some(Win::Single),
        ["gammon" | "g" | "2"] => Some(Win::Gammon),
        ["backgammon" | "bg" | "b" | "3"] => Some(Win::Backgammon),
        _ => None,
    }
}

/// Parses a line, ignoring case; `None` is a request for help.
fn parse(line: &str) -> Option<Input> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    Some(match words.as_slice() {
        ["help" | "?"] => return None,
        ["quit" | "exit" | "q" | "bye"] => Input::Quit,
        ["board" | "show"] => Input::Board,
        ["hint" | "h"] => Input::Hint,
        ["undo" | "u"] => Input::Undo,
        ["resign", value @ ..] => Input::Resign(parse_resignation(value)),
        // A play may follow a keyword.
        ["move" | "m" | "play", play @ ..] if !play.is_empty() => Input::Words(play.join(" ")),
        words => Input::Words(words.join(" ")),
    })
}

/// Prompts for a line, and shows the help on request; the end of the input is a `quit`.
pub(super) fn ask(prompt: &str, help: &str) -> Result<Input, CliError> {
    loop {
        let Some(line) = ask_line(prompt)? else { return Ok(Input::Quit) };
        match parse(&line) {
            Some(input) => return Ok(input),
            None => print(help)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood_in_any_case() {
        let words = |line: &str| match parse(line) {
            Some(Input::Words(words)) => words,
            _ => panic!("{line}"),
        };
        assert_eq!(words("Take"), "take");
        assert_eq!(words("ROLL"), "roll");
        assert_eq!(words("Bar/24  PASS"), "bar/24 pass");
        assert_eq!(words("move 8/5 6/5"), "8/5 6/5");
        assert_eq!(words("Move"), "move");
        assert_eq!(words(""), "");
        assert!(matches!(parse("QUIT"), Some(Input::Quit)));
        assert!(matches!(parse("Undo"), Some(Input::Undo)));
        assert!(matches!(parse(" Hint "), Some(Input::Hint)));
        assert!(matches!(parse("Resign Gammon"), Some(Input::Resign(Some(Win::Gammon)))));
        assert!(matches!(parse("resign BG"), Some(Input::Resign(Some(Win::Backgammon)))));
        assert!(matches!(parse("resign all"), Some(Input::Resign(None))));
        assert!(parse("Help").is_none());
    }
}
