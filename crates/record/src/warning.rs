//! What is odd about a file that was read nevertheless.

use crate::{encoding::TextEncoding, table::Impossible};
use sheshbesh_movegen::Win;
use std::fmt;

/// Something odd about a file, which was read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, counted from 1; 0 where the file has no lines.
    pub line: u32,
    /// The game, counted from 1; 0 where it is about the match.
    pub game: usize,
    /// What is odd.
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

/// What can be odd about a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A line, a node or a field that means nothing to the reader.
    #[error("{0:?} is not understood and is left out")]
    NotUnderstood(String),
    /// A number that nothing can have: it is left out, and what stands around it is read.
    #[error("a number in {0:?} is negative or too large, and is left out")]
    BadNumber(String),
    /// A play that the rules forbid, and that was drawn.
    #[error("{0:?} is no legal play; it is kept as it is, and marked")]
    IllegalPlay(String),
    /// A play that cannot be drawn: the rest of the game is left out.
    #[error("{0:?} cannot be played, and the game is read no further")]
    NoPlay(String),
    /// Something that cannot have happened: the rest of the game is left out.
    #[error("the game is read no further: {0}")]
    Impossible(#[from] Impossible),
    /// A turn of the cube that the rules forbid.
    #[error("the cube is turned against the rules; this is kept as it is, and marked: {0}")]
    IllegalCube(Impossible),
    /// A roll that is not played while the game goes on.
    #[error("a roll that can be played is not; the turn is kept as passed, and marked")]
    NotPlayed,
    /// A play that is written on the other player's side.
    #[error("this stands on the other player's side, and is taken as the turn says")]
    OtherSide,
    /// The file says that the cube shows something else.
    #[error("the file says {written} on the cube, which shows {shown}")]
    CubeValue {
        /// What the file says.
        written: u32,
        /// What it shows when it is turned.
        shown: u32,
    },
    /// A double that nobody answers.
    #[error("nobody answers a double, and the game goes on: it is kept as taken")]
    NoAnswer,
    /// A result other than what was played.
    #[error("the file gives {written} for a game that was won by {played}")]
    Result {
        /// What the file says.
        written: u32,
        /// What was played.
        played: u32,
    },
    /// More points than a game can bring.
    #[error("nobody wins {written} points with this cube: {kept} are kept")]
    TooManyPoints {
        /// What the file says.
        written: u32,
        /// What is kept.
        kept: u32,
    },
    /// A game that is won by nothing.
    #[error("nobody wins 0 points: {kept} are kept")]
    NoPoints {
        /// What is kept.
        kept: u32,
    },
    /// The score of the next game tells another result.
    #[error("the next game begins at another score than this one ended: {points} points are kept")]
    NextScore {
        /// What the two scores make.
        points: u32,
    },
    /// More is resigned than can be lost.
    #[error("a {} is resigned, which the loser can no longer lose", .0.name())]
    ImpossibleWin(Win),
    /// An offer to resign by a player who cannot make it now: it is left out.
    #[error("an offer to resign, and its refusal, are left out: nobody can make it here")]
    NoOffer,
    /// The result says that the other player has won.
    #[error("the file gives the game to the player who has lost it")]
    OtherWinner,
    /// A match that begins where a Crawford game may have been played or not.
    #[error(
        "the file begins with somebody one point away: whether that is the Crawford game is a guess"
    )]
    CrawfordGuess,
    /// A single game of a site that writes money games as matches.
    #[error(
        "this site writes money games as matches to {0} with one game: it may be one (--money)"
    )]
    MayBeMoney(u16),
    /// A file that is cut off: what comes before is kept.
    #[error("the file breaks off here, and what follows is missing")]
    BreaksOff,
    /// A file that does not say which game it is of.
    #[error("the file does not say so, but its plays are of {0}")]
    OtherGame(sheshbesh_movegen::Game),
    /// A text that does not say in which encoding it is.
    #[error("the encoding of the file is a guess: {0} (--encoding)")]
    GuessedEncoding(TextEncoding),
    /// Letters that an encoding does not have.
    #[error("not all letters of the file are in {0}")]
    NotInEncoding(TextEncoding),
    /// The file names an encoding that is not known.
    #[error("the file says that it is in the encoding {0:?}, which is not known")]
    UnknownEncoding(String),
    /// More of them than is told.
    #[error("and more of the kind")]
    More,
}

/// A text from a file, short enough to be told.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
