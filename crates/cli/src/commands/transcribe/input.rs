//! Parses what the transcriber types.

use sheshbesh_matchfile::TranscriptAction;
use sheshbesh_movegen::{Win, notation::PASS};

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// An action that needs nothing more: a cube action, a resignation, or a roll with its play.
    Act(TranscriptAction),
    /// A roll whose plays are offered.
    Roll((u8, u8)),
    /// The number of an offered play, or 1 for an empty line.
    Choose(usize),
    /// The play of the roll that was typed before.
    Play(String),
    /// Lists all plays of the roll.
    More,
    Undo,
    List,
    Board,
    Help,
    Quit,
    /// Replaces an entry of a game by actions; inserts them if `removed` is 0.
    Correct {
        game: Option<usize>,
        entry: usize,
        removed: usize,
        actions: Vec<TranscriptAction>,
    },
    /// Removes an entry and everything after it in the game.
    Cut {
        game: Option<usize>,
        entry: usize,
    },
}

/// Parses a line. `rolled` is true if a roll waits for its play.
///
/// # Errors
/// Describes the valid input.
pub(super) fn parse(line: &str, rolled: bool) -> Result<Input, String> {
    let line = line.trim().to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words[..] {
        [] => Input::Choose(1),
        ["q" | "quit" | "exit"] => Input::Quit,
        ["u" | "undo"] => Input::Undo,
        ["l" | "list"] => Input::List,
        ["board"] => Input::Board,
        ["h" | "help" | "?"] => Input::Help,
        ["m" | "more"] if rolled => Input::More,
        // The player did not play, though they could. Otherwise the word passes a double.
        [PASS] if rolled => Input::Play(PASS.to_owned()),
        ["fix", place, ref rest @ ..] => correct(place, 1, rest)?,
        ["insert", place, ref rest @ ..] => correct(place, 0, rest)?,
        ["delete", place] => {
            let (game, entry) = parse_place(place)?;
            Input::Correct { game, entry, removed: 1, actions: Vec::new() }
        }
        ["cut", place] => {
            let (game, entry) = parse_place(place)?;
            Input::Cut { game, entry }
        }
        [number] if rolled && number.len() == 1 && number != "0" && is_number(number) => {
            Input::Choose(number.parse().unwrap_or(1))
        }
        _ => match parse_action(&line) {
            Some(TranscriptAction::Play { numbers, text }) if text.is_empty() => {
                Input::Roll(numbers)
            }
            Some(action) => Input::Act(action),
            None if rolled && line.contains('/') => Input::Play(line),
            None if rolled => return Err("Type the number of a play, a play, or more.".to_owned()),
            None => return Err("Type a roll such as 31, d, t, p, resign, or help.".to_owned()),
        },
    })
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses an action: a roll with or without its play, or a cube action.
fn parse_action(text: &str) -> Option<TranscriptAction> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["d" | "double" | "redouble"] => TranscriptAction::Double,
        ["t" | "take"] => TranscriptAction::Take,
        ["p" | "drop"] | [PASS] => TranscriptAction::Pass,
        ["b" | "beaver"] => TranscriptAction::Beaver,
        ["r" | "resign"] | ["r" | "resign", "s" | "single"] => {
            TranscriptAction::Resign(Win::Single)
        }
        ["r" | "resign", "g" | "gammon"] => TranscriptAction::Resign(Win::Gammon),
        ["r" | "resign", "b" | "bg" | "backgammon"] => TranscriptAction::Resign(Win::Backgammon),
        [roll, ref play @ ..] => {
            let numbers = parse_roll(roll.trim_end_matches(':'))?;
            TranscriptAction::Play { numbers, text: play.join(" ") }
        }
        [] => return None,
    })
}

/// Parses two numbers, such as `31` or `3-1`, in this order.
fn parse_roll(text: &str) -> Option<(u8, u8)> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'-' | b',')).collect();
    match digits[..] {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Some((a - b'0', b - b'0')),
        _ => None,
    }
}

/// Parses the place of an entry: its number, or the numbers of the game and of the entry, as `2.5`.
fn parse_place(text: &str) -> Result<(Option<usize>, usize), String> {
    let (game, entry) = match text.split_once('.') {
        Some((game, entry)) => (Some(game), entry),
        None => (None, text),
    };
    let number = |text: &str| text.parse().ok().filter(|&number: &usize| number > 0);
    let invalid = || "Name an entry by its number, or 2.5 for entry 5 of game 2.".to_owned();
    let game = game.map(|game| number(game).ok_or_else(invalid)).transpose()?;
    Ok((game, number(entry.trim_end_matches(':')).ok_or_else(invalid)?))
}

fn correct(place: &str, removed: usize, rest: &[&str]) -> Result<Input, String> {
    let (game, entry) = parse_place(place)?;
    let text = rest.join(" ");
    let actions: Option<Vec<TranscriptAction>> =
        text.split(',').map(|part| parse_action(part.trim())).collect();
    let actions = actions.ok_or("Write actions such as 31 8/5 6/5, or d, t.")?;
    Ok(Input::Correct { game, entry, removed, actions })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(numbers: (u8, u8), text: &str) -> TranscriptAction {
        TranscriptAction::Play { numbers, text: text.to_owned() }
    }

    #[test]
    fn lines_are_rolls_plays_and_choices() {
        assert_eq!(parse("31", false), Ok(Input::Roll((3, 1))));
        assert_eq!(parse("1-3", true), Ok(Input::Roll((1, 3))));
        assert_eq!(parse("31: 8/5 6/5", false), Ok(Input::Act(play((3, 1), "8/5 6/5"))));
        assert_eq!(parse("", true), Ok(Input::Choose(1)));
        assert_eq!(parse("2", true), Ok(Input::Choose(2)));
        assert_eq!(parse("Bar/24 6/5", true), Ok(Input::Play("bar/24 6/5".to_owned())));
        assert_eq!(parse("pass", true), Ok(Input::Play("pass".to_owned())));
        assert_eq!(parse("pass", false), Ok(Input::Act(TranscriptAction::Pass)));
        assert_eq!(parse("more", true), Ok(Input::More));
        assert_eq!(parse("D", false), Ok(Input::Act(TranscriptAction::Double)));
        assert_eq!(parse("r g", false), Ok(Input::Act(TranscriptAction::Resign(Win::Gammon))));
        for (line, rolled) in [("2", false), ("71", false), ("hello", true), ("more", false)] {
            assert!(parse(line, rolled).is_err(), "{line}");
        }
    }

    #[test]
    fn corrections_name_entries_and_actions() {
        let correct =
            |game, entry, removed, actions| Ok(Input::Correct { game, entry, removed, actions });
        assert_eq!(
            parse("fix 5 31 8/5 6/5", false),
            correct(None, 5, 1, vec![play((3, 1), "8/5 6/5")])
        );
        let doubled = vec![TranscriptAction::Double, TranscriptAction::Take];
        assert_eq!(parse("insert 2.4 d, t", true), correct(Some(2), 4, 0, doubled));
        assert_eq!(parse("delete 3", false), correct(None, 3, 1, Vec::new()));
        assert_eq!(parse("cut 7", false), Ok(Input::Cut { game: None, entry: 7 }));
        for line in ["fix", "fix 0 31", "fix 3 hello", "cut x", "insert 2.x d"] {
            assert!(parse(line, false).is_err(), "{line}");
        }
    }
}
