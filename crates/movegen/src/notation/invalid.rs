//! Errors in IDs.

use super::id_problem::{IdKind, IdProblem};
use crate::{
    board::{BAR, InvalidPosition},
    codes,
    games::{Game, UnknownGame},
    quoted::quoted,
    table::{ImpossibleTie, Situation, Stakes},
};

/// Error for a text that is not an ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// Too many or too few letters.
    #[error("invalid {kind} {text}: expected {expected} letters, found {found}", text = quoted(.text))]
    Length {
        /// Kind of ID.
        kind: IdKind,
        /// The text.
        text: String,
        /// Number of letters found.
        found: usize,
        /// Number of letters expected.
        expected: usize,
    },
    /// Too many or too few letters, in a game in which extra letters may describe pinned checkers or
    /// the state of a turn.
    #[error(
        "invalid position ID of {game} {text}: expected 14 letters, or 18 with pinned checkers \
         or the state of a turn, found {found}",
        text = quoted(.text)
    )]
    PinnedLength {
        /// The game.
        game: Game,
        /// The text.
        text: String,
        /// Number of letters found.
        found: usize,
    },
    /// A character that base64 does not have.
    #[error("invalid {kind} {text}: only A-Z, a-z, 0-9, + and / are allowed", text = quoted(.text))]
    Letters {
        /// Kind of ID.
        kind: IdKind,
        /// The text.
        text: String,
    },
    /// The bits describe nothing that an ID can contain.
    #[error("invalid {kind} {text}: {problem}", text = quoted(.text))]
    Bits {
        /// Kind of ID.
        kind: IdKind,
        /// The text.
        text: String,
        /// The problem.
        problem: IdProblem,
    },
    /// An ID has too many or too few parts.
    #[error("invalid {kind}: expected {expected} parts separated by colons, found {found}")]
    Parts {
        /// Kind of ID.
        kind: IdKind,
        /// Number of parts found.
        found: usize,
        /// Number of parts expected.
        expected: &'static str,
    },
    /// A part of an ID is invalid.
    #[error("invalid {part} {text} in the {kind}: expected {expected}", text = quoted(.text))]
    Part {
        /// Kind of ID.
        kind: IdKind,
        /// Name of the part.
        part: &'static str,
        /// Text of the part.
        text: String,
        /// Valid values.
        expected: &'static str,
    },
    /// A score that is impossible in the match.
    #[error("impossible score {score} in a match to {length}")]
    Score {
        /// Score of one player.
        score: u16,
        /// Match length.
        length: u16,
    },
    /// A tie that is impossible in the match.
    #[error(transparent)]
    Tie(#[from] ImpossibleTie),
    /// A turned cube, or a double, in a game without a cube.
    #[error("the {kind} {text} has a double, but {game} is played without a cube", text = quoted(.text))]
    NoCube {
        /// The game.
        game: Game,
        /// Kind of ID.
        kind: IdKind,
        /// The text.
        text: String,
    },
    /// The notation exists only for games in which checkers are hit, as in backgammon.
    #[error(
        "no {kind}s for {game}: give a position ID such as {game}@{start}",
        start = .game.start()
    )]
    OtherRules {
        /// Kind of ID.
        kind: IdKind,
        /// The game.
        game: Game,
    },
    /// A text contains no ID.
    #[error(
        "no position in {text}: give a GNU Backgammon ID (4HPwATDgc/ABMA), an XGID, an OGID or a \
         board line of FIBS",
        text = quoted(.0)
    )]
    NotFound(String),
    /// A text contains several IDs with different positions.
    #[error("the text has {0} different positions: give one of them")]
    Several(usize),
    /// The name before the `@` is not a game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The checkers are not a valid position.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

codes! {
    InvalidId {
        Self::Length { kind, text, found, expected } => "id.length" { kind, text, found, expected },
        Self::PinnedLength { game, text, found } => "id.pinned-length" { game, text, found },
        Self::Letters { kind, text } => "id.letters" { kind, text },
        Self::Bits { kind, text, problem } => "id.bits" { kind, text, problem },
        Self::Parts { kind, found, expected } => "id.parts" { kind, found, expected },
        Self::Part { kind, part, text, expected } => "id.part" { kind, part, text, expected },
        Self::Score { score, length } => "id.score" { score, length },
        Self::NoCube { game, kind, text } => "id.no-cube" { game, kind, text },
        Self::OtherRules { kind, game } => "id.other-rules" {
            kind, game, example = format!("{game}@{}", game.start()),
        },
        Self::NotFound(text) => "id.not-found" { text },
        Self::Several(n) => "id.several" { n },
    } transparent {
        Self::Tie(error) => error,
        Self::Game(error) => error,
        Self::Position(error) => error,
    }
}

/// Creates the error for an invalid part.
pub(super) fn wrong(
    kind: IdKind,
    part: &'static str,
    text: &str,
    expected: &'static str,
) -> InvalidId {
    InvalidId::Part { kind, part, text: text.to_owned(), expected }
}

/// Parses a part that is a number, in digits only.
pub(super) fn number(
    kind: IdKind,
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

/// Parses the score of one player.
pub(super) fn score(kind: IdKind, text: &str) -> Result<u16, InvalidId> {
    number(kind, "score", text, LONGEST_MATCH, "a number of points, 0 to 32767")
}

/// Maximum match length; also the largest number that a match ID can hold.
pub(super) const LONGEST_MATCH: u16 = (1 << 15) - 1;

/// Checker counts by the owner's own points, with all checkers that are not on the board borne off.
pub(super) fn with_borne_off(game: Game, mut counts: Counts) -> Counts {
    let on_board: u16 = counts[1..].iter().map(|&count| u16::from(count)).sum();
    // `Game::position` reports too many checkers.
    counts[0] = u16::from(game.checkers()).saturating_sub(on_board) as u8;
    counts
}

/// Checker counts of a side: borne off, on its own points 1 to 24, on the bar.
pub(super) type Counts = [u8; BAR as usize + 1];

/// Checks that nobody has won the match. A match that is tied at its length by draws that count
/// continues; see [`Situation::away`].
pub(super) fn check_score(situation: &Situation) -> Result<(), InvalidId> {
    let Stakes::Match { length, .. } = situation.stakes else { return Ok(()) };
    situation.check_tie()?;
    let is_won = situation.away().is_some_and(|away| away.into_iter().any(|points| points == 0));
    match situation.score.into_iter().find(|&score| is_won && score >= length) {
        Some(score) => Err(InvalidId::Score { score, length }),
        None => Ok(()),
    }
}
