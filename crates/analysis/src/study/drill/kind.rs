//! Kinds of drills.

use sheshbesh_movegen::{codes, listed, named};

/// Kind of a drill. The numbers select the random numbers of questions, so they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Pip counts of both sides.
    Pips = 0,
    /// Effective pip count of a bearoff, by the exact one-sided table.
    Epc = 1,
    /// Take point at a match score with a dead cube and without gammons, by the match equity table.
    TakePoint = 2,
    /// Cube decisions in races.
    Race = 3,
    /// First plays of a game.
    Openings = 4,
    /// Second plays of a game, after the opponent's best first play.
    Replies = 6,
    /// Cube decisions in contact positions.
    Cube = 5,
}

named!(
    Kind,
    UnknownDrill {
        Pips: "pips",
        Epc: "epc",
        TakePoint: "take-point",
        Race: "race",
        Openings: "openings",
        Replies: "replies",
        Cube: "cube",
    }
);

/// No drill has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown drill {0:?}: drills are {names}", names = listed(&Kind::ALL.map(Kind::name)))]
pub struct UnknownDrill(pub String);

codes! {
    UnknownDrill {
        Self(text) => "unknown.drill" { text, known = Kind::ALL.map(Kind::name) },
    }
}

impl Kind {
    /// Unit of the errors: `pips`, `%` or `EMG`.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Pips | Self::Epc => "pips",
            Self::TakePoint => "%",
            Self::Race | Self::Openings | Self::Replies | Self::Cube => "EMG",
        }
    }

    /// Largest error of a right answer, in [`unit`](Self::unit).
    pub const fn tolerance(self) -> f64 {
        match self {
            Self::Pips => 0.0,
            Self::Epc => 1.0,
            Self::TakePoint => 2.0,
            Self::Race | Self::Openings | Self::Replies | Self::Cube => 0.02,
        }
    }
}
