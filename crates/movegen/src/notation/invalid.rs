//! What can be wrong with an ID.

use crate::{
    agreed::UnknownGame,
    game::Game,
    position::{BAR, InvalidPosition},
    quoted::quoted,
    table::{ImpossibleTie, Situation, Stakes},
};

/// Why a text is no ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// Too many or too few letters.
    #[error("a {kind} has {expected} letters, and {text} has {found}", text = quoted(.text))]
    Length {
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Too many or too few letters, where those of pinned checkers may follow.
    #[error(
        "a position ID of {game} has 14 letters, or 18 where checkers are pinned, and {text} has \
         {found}",
        text = quoted(.text)
    )]
    PinnedLength {
        /// In which game.
        game: Game,
        /// What was given.
        text: String,
        /// How many there are.
        found: usize,
    },
    /// Something that base64 does not know.
    #[error("a {kind} is written in the letters A-Z, a-z, 0-9, + and /, unlike {text}", text = quoted(.text))]
    Letters {
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
    },
    /// The bits say more than an ID can.
    #[error("the {kind} {text} describes nothing: {problem}", text = quoted(.text))]
    Bits {
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// An ID that is made of parts has too many or too few.
    #[error("the {kind} has {found} parts with colons between them instead of {expected}")]
    Parts {
        /// Which ID.
        kind: &'static str,
        /// The number found.
        found: usize,
        /// The number expected.
        expected: &'static str,
    },
    /// A part of such an ID makes no sense.
    #[error("the {kind}'s {part} cannot be {text}: it is {expected}", text = quoted(.text))]
    Part {
        /// Which ID.
        kind: &'static str,
        /// Which part.
        part: &'static str,
        /// What was given.
        text: String,
        /// What can stand there.
        expected: &'static str,
    },
    /// A score that the match cannot have.
    #[error("a score of {score} cannot be in a match to {length}")]
    Score {
        /// Of either player.
        score: u16,
        /// The match's.
        length: u16,
    },
    /// A tie that the match cannot have.
    #[error(transparent)]
    Tie(#[from] ImpossibleTie),
    /// A cube that has been turned, or a double, in a game that knows none.
    #[error("{game} is played without a cube, and the {kind} {text} shows a double", text = quoted(.text))]
    NoCube {
        /// Which game.
        game: Game,
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
    },
    /// The notation is for games that are played by backgammon's rules only.
    #[error(
        "there are no {kind}s of {game}: give a position ID such as {game}@{start}",
        start = .game.start()
    )]
    OtherRules {
        /// Which ID.
        kind: &'static str,
        /// In which game.
        game: Game,
    },
    /// A text has no ID anywhere.
    #[error(
        "no position in {text}: give a GNU Backgammon ID (4HPwATDgc/ABMA), an XGID, an OGID or a \
         board line of FIBS",
        text = quoted(.0)
    )]
    NotFound(String),
    /// A text has several IDs, and they do not describe the same position.
    #[error("the text has {0} different positions: give one of them")]
    Several(usize),
    /// The name before the `@` is no game's.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The checkers make no position.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

/// The error of a part that makes no sense.
pub(super) fn wrong(
    kind: &'static str,
    part: &'static str,
    text: &str,
    expected: &'static str,
) -> InvalidId {
    InvalidId::Part { kind, part, text: text.to_owned(), expected }
}

/// A part that is a number, in digits alone.
pub(super) fn number(
    kind: &'static str,
    part: &'static str,
    text: &str,
    largest: u16,
    expected: &'static str,
) -> Result<u16, InvalidId> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&number: &u16| digits && number <= largest)
        .ok_or_else(|| wrong(kind, part, text, expected))
}

/// Points of one player in a match.
pub(super) fn score(kind: &'static str, text: &str) -> Result<u16, InvalidId> {
    number(kind, "score", text, LONGEST_MATCH, "a number of points, 0 to 32767")
}

/// No match is longer; it is also the most that a match ID can hold.
pub(super) const LONGEST_MATCH: u16 = (1 << 15) - 1;

/// Checkers by the owner's own points, with those that do not stand on the board borne off.
pub(super) fn with_borne_off(game: Game, mut counts: Counts) -> Counts {
    let on_board: u16 = counts[1..].iter().map(|&count| u16::from(count)).sum();
    // Too many are counted and named by `Game::position`.
    counts[0] = u16::from(game.checkers()).saturating_sub(on_board) as u8;
    counts
}

/// Checkers of a side: borne off, on its own points 1 to 24, on the bar.
pub(super) type Counts = [u8; BAR as usize + 1];

/// Checks that nobody has won the match. A match tied at its length by draws that count goes on, see
/// [`Situation::away`].
pub(super) fn check_score(situation: &Situation) -> Result<(), InvalidId> {
    let Stakes::Match { length, .. } = situation.stakes else { return Ok(()) };
    situation.check_tie()?;
    let is_won = situation.away().is_some_and(|away| away.into_iter().any(|points| points == 0));
    match situation.score.into_iter().find(|&score| is_won && score >= length) {
        Some(score) => Err(InvalidId::Score { score, length }),
        None => Ok(()),
    }
}
