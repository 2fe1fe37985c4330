//! Kinds of drills.

use sheshbesh_movegen::{codes, listed, named};

/// Kind of a drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Pip counts of both sides.
    Pips,
    /// Effective pip count of a bearoff, by the exact one-sided table.
    Epc,
    /// Take point at a match score with a dead cube and without gammons, by the match equity table.
    TakePoint,
    /// Cube decisions in races.
    Race,
    /// First plays of a game.
    Openings,
    /// Cube decisions in contact positions.
    Cube,
}

named!(
    Kind,
    UnknownDrill {
        Pips: "pips",
        Epc: "epc",
        TakePoint: "take-point",
        Race: "race",
        Openings: "openings",
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
            Self::Race | Self::Openings | Self::Cube => "EMG",
        }
    }

    /// Largest error of a right answer, in [`unit`](Self::unit).
    pub const fn tolerance(self) -> f64 {
        match self {
            Self::Pips => 0.0,
            Self::Epc => 1.0,
            Self::TakePoint => 2.0,
            Self::Race | Self::Openings | Self::Cube => 0.02,
        }
    }
}
