//! Why something cannot happen at a table.

use super::action::{Action, Decision};
use crate::{
    dice::Dice,
    game::Game,
    players::BySeat,
    position::{InvalidPosition, Win},
};

/// Why something cannot happen at a table now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Something else is to be decided.
    #[error("this is no time to {action}: {decision}")]
    NotNow {
        /// What was tried.
        action: Action,
        /// What is to be decided.
        decision: Decision,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// There are no such dice.
    #[error("dice show 1 to 6, and not {} and {}", .0.bottom, .0.top)]
    NoDice(BySeat<u8>),
    /// The rules of the game do not allow the play.
    #[error("{dice} cannot be played like that")]
    Play {
        /// What is to be played.
        dice: Dice,
    },
    /// The game knows no cube.
    #[error("{0} is played without a cube")]
    NoCube(Game),
    /// The first roll comes before any double.
    #[error("nobody doubles before the first roll")]
    FirstRoll,
    /// The opponent has finished.
    #[error("nobody doubles before the last roll")]
    LastRoll,
    /// The opponent owns the cube.
    #[error("the cube is the opponent's")]
    OthersCube,
    /// The cube shows the most already.
    #[error("the cube goes no further than {}", 1u32 << .0)]
    LargestCube(u8),
    /// The match is played to one point.
    #[error("nobody doubles in a match to one point")]
    OnePointMatch,
    /// Nobody doubles in the Crawford game.
    #[error("this is the Crawford game, in which nobody doubles")]
    Crawford,
    /// Holland's rule.
    #[error("by Holland's rule nobody doubles before both have rolled twice")]
    Holland,
    /// Beavers are not played.
    #[error("beavers are not played")]
    NoBeavers,
    /// Such a win is worth no more than a lesser one, so nobody resigns it.
    #[error("a {} counts nothing of its own in this game of {game}", .win.name())]
    NoSuchWin {
        /// What was to be resigned.
        win: Win,
        /// The game.
        game: Game,
    },
}

/// Why a game cannot go on from a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSituation {
    /// The checkers make no position of the game.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
    /// Another game, other stakes or another limit of the cube than the rules have.
    #[error("the table shows other rules than those that are played by")]
    OtherRules,
    /// Nobody plays on.
    #[error("the game is over")]
    GameOver,
    /// It has been drawn.
    #[error("so many turns are over that the game is drawn")]
    TurnLimit,
    /// Somebody has won the match.
    #[error("the score is {} to {}, so the match is over", .0.bottom, .0.top)]
    MatchOver(BySeat<u16>),
    /// The Crawford game without anybody one point away.
    #[error("nobody needs one point only, so this is not the Crawford game")]
    NoCrawford,
    /// The cube has been turned in a way in which it cannot be.
    #[error("the cube cannot stand like that: {0}")]
    Cube(#[from] Illegal),
    /// A beaver or a raccoon shows on the cube, and it is with whoever beavered.
    #[error("a cube that has been beavered is the opponent's, and on {} at least", 1u32 << .0)]
    Beavered(u8),
    /// A game that has not begun has something of one that has.
    #[error("before the opening roll nobody has moved, rolled or doubled")]
    NotOpening,
    /// A resignation while the cube is to be answered.
    #[error("nobody resigns while the cube is to be answered")]
    NoResignation,
    /// The result is none that the table could have led to.
    #[error("a game does not end from this table like that")]
    OtherResult,
}
