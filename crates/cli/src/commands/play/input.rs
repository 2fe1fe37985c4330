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
pub(super) fn help(cube: bool, tutor: bool) -> String {
    let or_nothing = |is_there: bool, text| if is_there { text } else { "" };
    [HELP, or_nothing(cube, HELP_WITH_CUBE), or_nothing(tutor, HELP_WITH_TUTOR)].concat()
}

/// A parsed line of input.
pub(super) enum Said {
    Quit,
    Board,
    Hint,
    Undo,
    Resign(Option<Win>),
    /// Anything else, such as a play or a cube action, in lower case with single spaces.
    Words(String),
}

/// Parses the value of a resignation; a plain `resign` offers a single game.
fn resignation(value: &[&str]) -> Option<Win> {
    match value {
        [] | ["single" | "s" | "game" | "1"] => Some(Win::Single),
        ["gammon" | "g" | "2"] => Some(Win::Gammon),
        ["backgammon" | "bg" | "b" | "3"] => Some(Win::Backgammon),
        _ => None,
    }
}

/// Parses a line, ignoring case; `None` is a request for help.
fn understood(line: &str) -> Option<Said> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    Some(match words.as_slice() {
        ["help" | "?"] => return None,
        ["quit" | "exit" | "q" | "bye"] => Said::Quit,
        ["board" | "show"] => Said::Board,
        ["hint" | "h"] => Said::Hint,
        ["undo" | "u"] => Said::Undo,
        ["resign", value @ ..] => Said::Resign(resignation(value)),
        // A play may follow a keyword.
        ["move" | "m" | "play", play @ ..] if !play.is_empty() => Said::Words(play.join(" ")),
        words => Said::Words(words.join(" ")),
    })
}

/// Prompts for a line, and shows the help on request; the end of the input is a `quit`.
pub(super) fn ask(prompt: &str, help: &str) -> Result<Said, CliError> {
    loop {
        let Some(line) = ask_line(prompt)? else { return Ok(Said::Quit) };
        match understood(&line) {
            Some(said) => return Ok(said),
            None => print(help)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood_in_any_case() {
        let words = |line: &str| match understood(line) {
            Some(Said::Words(words)) => words,
            _ => panic!("{line}"),
        };
        assert_eq!(words("Take"), "take");
        assert_eq!(words("ROLL"), "roll");
        assert_eq!(words("Bar/24  PASS"), "bar/24 pass");
        assert_eq!(words("move 8/5 6/5"), "8/5 6/5");
        assert_eq!(words("Move"), "move");
        assert_eq!(words(""), "");
        assert!(matches!(understood("QUIT"), Some(Said::Quit)));
        assert!(matches!(understood("Undo"), Some(Said::Undo)));
        assert!(matches!(understood(" Hint "), Some(Said::Hint)));
        assert!(matches!(understood("Resign Gammon"), Some(Said::Resign(Some(Win::Gammon)))));
        assert!(matches!(understood("resign BG"), Some(Said::Resign(Some(Win::Backgammon)))));
        assert!(matches!(understood("resign all"), Some(Said::Resign(None))));
        assert!(understood("Help").is_none());
    }
}
