//! Kinds of IDs, and problems with their bits.

use crate::codes;
use std::fmt;

/// Kind of ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    /// Position ID of GNU Backgammon.
    Position,
    /// Match ID of GNU Backgammon.
    Match,
    /// XGID.
    Xgid,
    /// OGID.
    Ogid,
    /// Board line of FIBS.
    Fibs,
}

codes! {
    IdKind {
        Self::Position => "id.kind.position",
        Self::Match => "id.kind.match",
        Self::Xgid => "id.kind.xgid",
        Self::Ogid => "id.kind.ogid",
        Self::Fibs => "id.kind.fibs",
    }
}

impl fmt::Display for IdKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position ID",
            Self::Match => "match ID",
            Self::Xgid => "XGID",
            Self::Ogid => "OGID",
            Self::Fibs => "FIBS board line",
        })
    }
}

/// Problem with the bits of an ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdProblem {
    /// The checkers need more bits than there are.
    #[error("the checkers do not fit into 80 bits")]
    TooManyCheckers,
    /// Bits after the checkers.
    #[error("extra bits after the checkers")]
    RestOfPosition,
    /// A pinned checker where no checker can be pinned.
    #[error("a pin where no checker can be pinned")]
    Pin,
    /// The last letters are not the state of a turn.
    #[error("no such state of a turn")]
    TurnState,
    /// Letters for pinned checkers in a position without any.
    #[error("no checker is pinned, so it must have 14 letters")]
    NoPin,
    /// Letters for the state of a turn that has none.
    #[error("the last four letters state nothing: leave them out")]
    NoTurnState,
    /// The cube belongs to nobody known.
    #[error("unknown cube owner")]
    CubeOwner,
    /// The dice do not show 1 to 6.
    #[error("the dice are not a roll")]
    Dice,
    /// No game has this state.
    #[error("unknown game state")]
    GameState,
    /// A resignation is to be answered.
    #[error("a resignation is pending: there is no decision")]
    Resignation,
    /// Bits after the score.
    #[error("extra bits after the score")]
    RestOfMatch,
    /// Beavers are for money games.
    #[error("a beaver in a match")]
    Beaver,
    /// A beaver needs a turned cube.
    #[error("the cube is too low for a beaver")]
    LowCube,
    /// No cube shows the value.
    #[error("the cube is too high")]
    HighCube,
}

codes! {
    IdProblem {
        Self::TooManyCheckers => "id.bits.checkers",
        Self::RestOfPosition => "id.bits.position",
        Self::Pin => "id.bits.pin",
        Self::TurnState => "id.bits.turn-state",
        Self::NoPin => "id.bits.no-pin",
        Self::NoTurnState => "id.bits.no-turn-state",
        Self::CubeOwner => "id.bits.cube-owner",
        Self::Dice => "id.bits.dice",
        Self::GameState => "id.bits.state",
        Self::Resignation => "id.bits.resignation",
        Self::RestOfMatch => "id.bits.match",
        Self::Beaver => "id.bits.beaver",
        Self::LowCube => "id.bits.low-cube",
        Self::HighCube => "id.bits.high-cube",
    }
}
