//! What you say.

use crate::{failure::Failure, output::print, prompt::ask_line};
use sheshbesh_movegen::Win;

/// What can be said in any game.
const HELP: &str = "  8/5 6/5     a play; also 24/14, bar/22, 6/off, 6/5(2)
  hint        what the engine would play
  undo        take the play back, before the turn is passed
  board       the board again
  resign      give up a game; resign gammon, resign backgammon where they count
  quit        stop
";

const HELP_WITH_CUBE: &str = "With the cube, before your roll:
  roll        roll the dice; Enter does too
  double      offer the cube; the engine takes or passes
  hint        what the engine would do with it
  resign      as above
When the engine doubles: take, pass, or beaver where that is played.
When it beavers: roll, pass, or raccoon.
";

const HELP_WITH_TUTOR: &str = "With a tutor, hint tells more each time; after a warning:
  anyway      that is how it stays
  undo        take it back; another play or answer does too
";

/// What can be said, of as much as is on the table.
pub(super) fn help(cube: bool, tutor: bool) -> String {
    let or_nothing = |is_there: bool, text| if is_there { text } else { "" };
    [HELP, or_nothing(cube, HELP_WITH_CUBE), or_nothing(tutor, HELP_WITH_TUTOR)].concat()
}

/// A line that you have said.
pub(super) enum Said {
    Quit,
    Board,
    Hint,
    Undo,
    Resign(Option<Win>),
    /// Anything else, such as a play or what to do with the cube.
    Words(String),
}

/// What is offered; a plain `resign` is a single game.
fn resignation(value: &[&str]) -> Option<Win> {
    match value {
        [] | ["single" | "1"] => Some(Win::Single),
        ["gammon" | "2"] => Some(Win::Gammon),
        ["backgammon" | "3"] => Some(Win::Backgammon),
        _ => None,
    }
}

/// Asks and reads a line, helping as often as that is wanted; the end of the input is a `quit`.
pub(super) fn ask(prompt: &str, help: &str) -> Result<Said, Failure> {
    loop {
        let Some(line) = ask_line(prompt)? else { return Ok(Said::Quit) };
        let words: Vec<&str> = line.split_whitespace().collect();
        return Ok(match words.as_slice() {
            ["help" | "?"] => {
                print(help)?;
                continue;
            }
            ["quit" | "exit" | "q"] => Said::Quit,
            ["board"] => Said::Board,
            ["hint"] => Said::Hint,
            ["undo"] => Said::Undo,
            ["resign", value @ ..] => Said::Resign(resignation(value)),
            _ => Said::Words(line),
        });
    }
}
