//! A position with all that stands around the board: cube, score, dice.

use crate::{
    dice::Dice,
    game::Game,
    id::InvalidId,
    position::{Position, Side},
};

/// The doubling cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The cube shows 2 to this power.
    pub exponent: u8,
    /// Who may double next; both may while it is `None`.
    pub owner: Option<Side>,
}

impl Cube {
    /// No cube is turned further than 2 to this power.
    pub const LARGEST_EXPONENT: u8 = 15;

    /// What it shows: 1, 2, 4, …
    pub const fn value(self) -> u32 {
        1 << self.exponent
    }
}

/// What the player on roll is about to do, or has just done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// To roll, or to double.
    #[default]
    BeforeRoll,
    /// To play this roll.
    Rolled(Dice),
    /// Has doubled; the opponent is to answer.
    Doubled,
    /// Has doubled and been beavered.
    Beavered,
    /// Has doubled, been beavered, and has raccooned.
    Raccooned,
}

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stakes {
    /// Every game for itself.
    Money {
        /// Gammons and backgammons count only once the cube has been turned.
        jacoby: bool,
        /// A double may be beavered.
        beavers: bool,
    },
    /// The first to reach a number of points.
    Match {
        /// How many points.
        length: u16,
        /// This is the Crawford game, in which nobody may double.
        crawford: bool,
    },
}

impl Default for Stakes {
    fn default() -> Self {
        Self::Money { jacoby: false, beavers: false }
    }
}

/// A seat at the table; IDs name the players by their seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seat {
    /// At the bottom of a diagram: eXtreme Gammon's capital letters, GNU Backgammon's player 1.
    #[default]
    Bottom,
    /// At its top: small letters, player 0.
    Top,
}

/// A position with all that stands around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Seen by the player on roll.
    pub position: Position,
    /// The game being played; no ID carries it.
    pub game: Game,
    /// Who is on roll.
    pub seat: Seat,
    /// What the player on roll is about to do.
    pub stage: Stage,
    /// The cube.
    pub cube: Cube,
    /// What is played for.
    pub stakes: Stakes,
    /// Points won so far by the player on roll and by the opponent.
    pub score: [u16; 2],
    /// The cube goes no further than 2 to this power.
    pub largest_cube: u8,
}

impl Situation {
    /// What the largest cube is where nothing is said: 1024, as in eXtreme Gammon.
    pub const USUAL_LARGEST_CUBE: u8 = 10;

    /// A money game at a centred cube.
    pub fn new(position: Position, game: Game) -> Self {
        Self {
            position,
            game,
            seat: Seat::default(),
            stage: Stage::default(),
            cube: Cube::default(),
            stakes: Stakes::default(),
            score: [0, 0],
            largest_cube: Self::USUAL_LARGEST_CUBE,
        }
    }

    /// Reads whatever players paste: an XGID with or without `XGID=`, a GNU Backgammon ID of
    /// position and match (`4HPwATDgc/ABMA:cAkAAAAAAAAE`), or a position ID alone.
    ///
    /// ```
    /// use sheshbesh_movegen::{Situation, Game};
    /// let start = Game::Backgammon.start();
    /// for text in ["4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"] {
    ///     assert_eq!(Situation::parse(text, Game::Backgammon)?.position, start);
    /// }
    /// # Ok::<(), sheshbesh_movegen::InvalidId>(())
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the text or with the position that it describes.
    pub fn parse(text: &str, game: Game) -> Result<Self, InvalidId> {
        let text = text.trim();
        match text.split_once(':') {
            _ if text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("xgid=")) => {
                Self::from_xgid(text, game)
            }
            None => Ok(Self::new(Position::from_gnu_id(text, game)?, game)),
            Some((_, rest)) if rest.contains(':') => Self::from_xgid(text, game),
            Some((position, around)) => Self::from_gnu_id(position, around, game),
        }
    }
}
