//! Errors of actions at a table, and of tables.

use super::action::{Action, Decision};
use crate::{
    board::{BySeat, Dice, InvalidPosition, Win},
    codes,
    games::{Game, OtherDice},
};

/// Reason why an action is illegal now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A different decision is next.
    #[error("cannot {action} now: {decision}")]
    NotNow {
        /// The attempted action.
        action: Action,
        /// The next decision.
        decision: Decision,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The dice do not show 1 to 6.
    #[error("dice show 1 to 6, not {} and {}", .0.bottom, .0.top)]
    NoDice(BySeat<u8>),
    /// The roll has too many or too few dice.
    #[error(transparent)]
    Dice(#[from] OtherDice),
    /// The rules of the game do not allow the play.
    #[error("illegal play of {dice}")]
    Play {
        /// The roll to play.
        dice: Dice,
    },
    /// The game has no cube.
    #[error("{0} is played without a cube")]
    NoCube(Game),
    /// Doubling is illegal before the first roll.
    #[error("no doubling before the first roll")]
    FirstRoll,
    /// The opponent has borne off everything.
    #[error("no doubling before the last roll")]
    LastRoll,
    /// The opponent owns the cube.
    #[error("the opponent owns the cube")]
    OthersCube,
    /// The cube already shows its maximum.
    #[error("the cube is limited to {}", 1u32 << .0)]
    LargestCube(u8),
    /// The stake has been raised as often as the cube can be turned.
    #[error("the stake is limited to {0}")]
    LargestStake(u32),
    /// Doubling is illegal in a match to one point.
    #[error("no doubling in a match to one point")]
    OnePointMatch,
    /// Doubling is illegal in the Crawford game.
    #[error("no doubling in the Crawford game")]
    Crawford,
    /// Holland's rule forbids doubling.
    #[error("Holland's rule allows no doubling before both players have rolled twice")]
    Holland,
    /// Beavers are not allowed.
    #[error("beavers are not allowed")]
    NoBeavers,
    /// The player has raccooned, which ends the right to turn the cube.
    #[error("no double or beaver after an own raccoon")]
    Raccooned,
    /// This kind of win is worth no more than a smaller one, so it cannot be resigned.
    #[error("cannot resign a {}: it has no value of its own in this game of {game}", .win.name())]
    NoSuchWin {
        /// The resigned win.
        win: Win,
        /// The game.
        game: Game,
    },
}

codes! {
    Illegal {
        Self::NotNow { action, decision } => "table.not-now" { action, decision },
        Self::GameOver => "table.game-over",
        Self::NoDice(dice) => "table.no-dice" { first = dice.bottom, second = dice.top },
        Self::Play { dice } => "table.play" { dice },
        Self::NoCube(game) => "table.no-cube" { game },
        Self::FirstRoll => "table.first-roll",
        Self::LastRoll => "table.last-roll",
        Self::OthersCube => "table.others-cube",
        Self::LargestCube(exponent) => "table.largest-cube" { value = 1_u32 << exponent },
        Self::LargestStake(stake) => "table.largest-stake" { value = stake },
        Self::OnePointMatch => "table.one-point-match",
        Self::Crawford => "table.crawford",
        Self::Holland => "table.holland",
        Self::NoBeavers => "table.no-beavers",
        Self::Raccooned => "table.raccooned",
        Self::NoSuchWin { win, game } => "table.no-such-win" { win, game },
    } transparent {
        Self::Dice(error) => error,
    }
}

/// Reason why a game cannot continue from a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSituation {
    /// The checkers are not a position of the game.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
    /// The game, the stakes or the limit of the cube differ from the rules.
    #[error("the table's game, stakes or cube limit differ from the rules")]
    OtherRules,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is drawn: the turn limit has been reached.
    #[error("the game is drawn: the turn limit is reached")]
    TurnLimit,
    /// A player has won the match.
    #[error("the score is {} to {}, so the match is over", .0.bottom, .0.top)]
    MatchOver(BySeat<u16>),
    /// A Crawford game in which no player is one point away.
    #[error("not the Crawford game: no player needs exactly one point")]
    NoCrawford,
    /// The roll has too many or too few dice.
    #[error(transparent)]
    Dice(#[from] OtherDice),
    /// The cube is in an impossible state.
    #[error("impossible cube: {0}")]
    Cube(#[from] Illegal),
    /// After a beaver or a raccoon, the cube has too low a value or the wrong owner.
    #[error("after a beaver the opponent owns the cube, at {} or more", 1u32 << .0)]
    Beavered(u8),
    /// The cube is barred to a player who cannot have raccooned, or open to one who has.
    #[error("the cube is barred to a player exactly if that player has raccooned")]
    Barred,
    /// A game before its opening roll has moves, a roll or a double.
    #[error("no move, roll or double is possible before the opening roll")]
    NotOpening,
    /// A resignation while a turn of the cube must be answered.
    #[error("no resignation while a double is unanswered")]
    NoResignation,
    /// The result is impossible at this table.
    #[error("impossible result for this table")]
    OtherResult,
}

codes! {
    InvalidSituation {
        Self::OtherRules => "situation.other-rules",
        Self::GameOver => "situation.game-over",
        Self::TurnLimit => "situation.turn-limit",
        Self::MatchOver(score) => "situation.match-over" { first = score.bottom, second = score.top },
        Self::NoCrawford => "situation.no-crawford",
        Self::Cube(problem) => "situation.cube" { problem },
        Self::Beavered(exponent) => "situation.beavered" { value = 1_u32 << exponent },
        Self::Barred => "situation.barred",
        Self::NotOpening => "situation.not-opening",
        Self::NoResignation => "situation.no-resignation",
        Self::OtherResult => "situation.other-result",
    } transparent {
        Self::Position(error) => error,
        Self::Dice(error) => error,
    }
}
