//! The games that the rules cover, as values.

use crate::position::{Checkers, Position};
use std::{fmt, str::FromStr};

/// A game: how many checkers a side has and where they start.
///
/// All variants share backgammon's rules of movement; only the start differs.
///
/// ```
/// use sheshbesh_movegen::Variant;
/// let start = Variant::Backgammon.start();
/// assert_eq!(start.own().pips(), 167);
/// assert_eq!("hypergammon".parse(), Ok(Variant::Hypergammon));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 24:2, 13:5, 8:3, 6:5.
    #[default]
    Backgammon,
    /// 24:2, 23:2, 13:4, 8:3, 6:4.
    Nackgammon,
    /// All checkers on the 24 point.
    LongGammon,
    /// One checker each on 24, 23 and 22.
    Hypergammon,
}

impl Variant {
    /// Every variant, the main game first.
    pub const ALL: [Self; 4] =
        [Self::Backgammon, Self::Nackgammon, Self::LongGammon, Self::Hypergammon];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backgammon => "backgammon",
            Self::Nackgammon => "nackgammon",
            Self::LongGammon => "long-gammon",
            Self::Hypergammon => "hypergammon",
        }
    }

    /// Point and number of checkers for each occupied point of the start.
    const fn layout(self) -> &'static [(u8, u8)] {
        match self {
            Self::Backgammon => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Self::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Self::LongGammon => &[(24, 15)],
            Self::Hypergammon => &[(24, 1), (23, 1), (22, 1)],
        }
    }

    /// How many checkers each side has.
    pub const fn checkers(self) -> u8 {
        let layout = self.layout();
        let (mut sum, mut i) = (0, 0);
        while i < layout.len() {
            sum += layout[i].1;
            i += 1;
        }
        sum
    }

    /// The starting position, the same for both sides.
    pub const fn start(self) -> Position {
        let layout = self.layout();
        let (mut side, mut i) = (Checkers::NONE, 0);
        while i < layout.len() {
            side = side.with(layout[i].0, layout[i].1);
            i += 1;
        }
        Position::from_sides(side, side)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No variant has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no variant is called {0:?}; there are backgammon, nackgammon, long-gammon and hypergammon"
)]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|v| v.name() == name)
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
