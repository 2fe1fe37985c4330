//! Warnings about a file that was read nevertheless.

use crate::{encoding::TextEncoding, replay_cursor::ReplayError};
use sheshbesh_movegen::{Win, codes};
use std::fmt;

/// A warning about a file that was read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Line number, from 1; 0 if the file has no lines.
    pub line: u32,
    /// Game number, from 1; 0 if the warning is about the match.
    pub game: usize,
    /// The problem.
    pub problem: Problem,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.game) {
            (0, 0) => write!(f, "{}", self.problem),
            (line, 0) => write!(f, "line {line}: {}", self.problem),
            (0, game) => write!(f, "game {game}: {}", self.problem),
            (line, game) => write!(f, "line {line}, game {game}: {}", self.problem),
        }
    }
}

codes! {
    Warning {
        Self { line: line @ 1.., game: 0, problem } => "warning.at-line" { line, problem },
        Self { line: 0, game: game @ 1.., problem } => "warning.in-game" { number = game, problem },
        Self { line: line @ 1.., game: game @ 1.., problem } => "warning.at-line-in-game" {
            line, number = game, problem,
        },
    } transparent {
        Self { problem, .. } => problem,
    }
}

/// A problem in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The reader does not understand a line, a node or a field.
    #[error("cannot parse {0:?}; skipped")]
    NotUnderstood(String),
    /// A list has more positions than are read.
    #[error("more than {most} positions; the rest is skipped")]
    TooManyPositions {
        /// Maximum number of positions.
        most: usize,
    },
    /// A number is out of range. It is left out, and the text around it is read.
    #[error("number out of range in {0:?}; skipped")]
    BadNumber(String),
    /// A play breaks the rules, but is possible on the board.
    #[error("illegal play {0:?}; kept and marked")]
    IllegalPlay(String),
    /// A play is impossible; the rest of the game is left out.
    #[error("impossible play {0:?}; rest of the game skipped")]
    NoPlay(String),
    /// An action is impossible; the rest of the game is left out.
    #[error("rest of the game skipped: {0}")]
    ReplayError(#[from] ReplayError),
    /// A turn of the cube breaks the rules.
    #[error("illegal cube action; kept and marked: {0}")]
    IllegalCube(ReplayError),
    /// A roll is not played, but the game goes on.
    #[error("playable roll not played; kept as a pass and marked")]
    NotPlayed,
    /// A play is written on the other player's side.
    #[error("written on the other player's side; assigned to the player on turn")]
    OtherSide,
    /// The file states another cube value.
    #[error("cube value {written} in the file, but the cube is at {shown}")]
    CubeValue {
        /// Value in the file.
        written: u32,
        /// Value after the cube is turned.
        shown: u32,
    },
    /// A double is not answered.
    #[error("double without an answer; kept as taken")]
    NoAnswer,
    /// The result differs from the play.
    #[error("result {written} in the file, but the game was won by {played}")]
    Result {
        /// Points in the file.
        written: u32,
        /// Points of the game as played.
        played: u32,
    },
    /// The points exceed the most that a game can bring.
    #[error("impossible result of {written} points at this cube; kept {kept}")]
    TooManyPoints {
        /// Points in the file.
        written: u32,
        /// Points kept.
        kept: u32,
    },
    /// The winner gets no points.
    #[error("impossible result of 0 points; kept {kept}")]
    NoPoints {
        /// Points kept.
        kept: u32,
    },
    /// The score of the next game gives another result.
    #[error("the next game begins at a different score; kept {points} points")]
    NextScore {
        /// Points that follow from the two scores.
        points: u32,
    },
    /// A player resigns more than they can lose.
    #[error("impossible resignation: the loser can no longer lose a {}", .0.name())]
    ImpossibleWin(Win),
    /// A player offers to resign at an impossible moment; the offer is left out.
    #[error("impossible resignation offer; skipped with its refusal")]
    NoOffer,
    /// The result names the wrong winner.
    #[error("the file names the loser as the winner")]
    OtherWinner,
    /// The match begins at a score at which the Crawford game may or may not have been played.
    #[error(
        "the file begins with a player one point away: whether it is the Crawford game is a guess"
    )]
    CrawfordGuess,
    /// A single game from a site that writes money games as matches.
    #[error(
        "this may be a money game, which this site writes as a one-game match to {0} (--money)"
    )]
    MayBeMoney(u16),
    /// The file is cut off; the readable part is kept.
    #[error("the file is truncated; the rest is missing")]
    BreaksOff,
    /// The file does not name its game.
    #[error("the file names no game, but its plays are of {0}")]
    OtherGame(sheshbesh_movegen::Game),
    /// The text does not declare its encoding.
    #[error("guessed the encoding {0} (--encoding)")]
    GuessedEncoding(TextEncoding),
    /// Some characters are invalid in the encoding.
    #[error("some characters are not valid {0}")]
    NotInEncoding(TextEncoding),
    /// The file declares an unknown encoding.
    #[error("the file names the unknown encoding {0:?}")]
    UnknownEncoding(String),
    /// There are more warnings than are reported.
    #[error("more warnings omitted")]
    More,
}

codes! {
    Problem {
        Self::NotUnderstood(text) => "warning.not-understood" { text },
        Self::TooManyPositions { most } => "warning.too-many-positions" { most },
        Self::BadNumber(text) => "warning.bad-number" { text },
        Self::IllegalPlay(text) => "warning.illegal-play" { text },
        Self::NoPlay(text) => "warning.no-play" { text },
        Self::ReplayError(problem) => "warning.impossible" { problem },
        Self::IllegalCube(problem) => "warning.illegal-cube" { problem },
        Self::NotPlayed => "warning.not-played",
        Self::OtherSide => "warning.other-side",
        Self::CubeValue { written, shown } => "warning.cube-value" { written, shown },
        Self::NoAnswer => "warning.no-answer",
        Self::Result { written, played } => "warning.result" { written, played },
        Self::TooManyPoints { written, kept } => "warning.too-many-points" { written, kept },
        Self::NoPoints { kept } => "warning.no-points" { kept },
        Self::NextScore { points } => "warning.next-score" { points },
        Self::ImpossibleWin(win) => "warning.impossible-win" { win },
        Self::NoOffer => "warning.no-offer",
        Self::OtherWinner => "warning.other-winner",
        Self::CrawfordGuess => "warning.crawford-guess",
        Self::MayBeMoney(length) => "warning.may-be-money" { length },
        Self::BreaksOff => "warning.breaks-off",
        Self::OtherGame(game) => "warning.other-game" { game },
        Self::GuessedEncoding(encoding) => "warning.guessed-encoding" {
            encoding = encoding.to_string(),
        },
        Self::NotInEncoding(encoding) => "warning.not-in-encoding" {
            encoding = encoding.to_string(),
        },
        Self::UnknownEncoding(text) => "warning.unknown-encoding" { text },
        Self::More => "warning.more",
    }
}

/// Shortens a text from a file for a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
