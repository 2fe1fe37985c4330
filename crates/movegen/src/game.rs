//! The games that the rules cover, as values.

use crate::{
    named::{listed, named},
    position::{Checkers, Position},
};

/// A game: how many checkers a side has and where they start.
///
/// All games share backgammon's rules of movement; only the start differs.
///
/// ```
/// use sheshbesh_movegen::Game;
/// let start = Game::Backgammon.start();
/// assert_eq!(start.own().pips(), 167);
/// assert_eq!("hypergammon".parse(), Ok(Game::Hypergammon));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Game {
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

impl Game {
    /// Every game, the main game first.
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
        Checkers::from_points(self.layout()).total()
    }

    /// The starting position, the same for both sides.
    pub const fn start(self) -> Position {
        let side = Checkers::from_points(self.layout());
        Position::from_sides_unchecked(side, side)
    }
}

named!(Game, UnknownGame);

/// No game has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game is called {0:?}; there are {names}", names = listed(&Game::ALL.map(Game::name)))]
pub struct UnknownGame(pub String);
