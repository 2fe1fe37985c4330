//! The games that the rules cover, as values.

use crate::{
    dice::Dice,
    games::{Family, GameEnd, Landing, OUTCOMES, Opening, Rules, with_rules},
    named::{listed, named},
    players::Side,
    position::{BAR, Checkers, Class, InvalidPosition, Position, View},
};

/// A game: a rule book, and where how many checkers start.
///
/// What its rules say is asked here, where the game is known when the program runs; code that is
/// compiled for one rule book asks [`Rules`].
///
/// ```
/// use sheshbesh_movegen::{Class, Game};
/// let start = Game::Backgammon.start();
/// assert_eq!(start.own().pips(), 167);
/// assert_eq!(Game::Backgammon.class(&start), Class::Contact);
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
    /// All checkers on the 24 point; both sides run the same way.
    Fevga,
}

impl Game {
    /// Every game, the main game first.
    pub const ALL: [Self; 5] =
        [Self::Backgammon, Self::Nackgammon, Self::LongGammon, Self::Hypergammon, Self::Fevga];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backgammon => "backgammon",
            Self::Nackgammon => "nackgammon",
            Self::LongGammon => "long-gammon",
            Self::Hypergammon => "hypergammon",
            Self::Fevga => "fevga",
        }
    }

    /// The rule book that it is played by.
    pub const fn family(self) -> Family {
        match self {
            Self::Backgammon | Self::Nackgammon | Self::LongGammon | Self::Hypergammon => {
                Family::Hitting
            }
            Self::Fevga => Family::Fevga,
        }
    }

    /// Point and number of checkers for each occupied point of the start.
    const fn layout(self) -> &'static [(u8, u8)] {
        match self {
            Self::Backgammon => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Self::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Self::LongGammon | Self::Fevga => &[(24, 15)],
            Self::Hypergammon => &[(24, 1), (23, 1), (22, 1)],
        }
    }

    /// How many checkers each side has.
    pub const fn checkers(self) -> u8 {
        /// Counted when the program is compiled: bots ask for each play that they judge.
        const CHECKERS: [u8; Game::ALL.len()] = {
            let (mut checkers, mut i) = ([0; Game::ALL.len()], 0);
            while i < checkers.len() {
                let game = Game::ALL[i];
                checkers[game as usize] = Checkers::from_points(game.layout()).total();
                i += 1;
            }
            checkers
        };
        CHECKERS[self as usize]
    }

    /// The starting position, the same for both sides.
    pub const fn start(self) -> Position {
        let side = Checkers::from_points(self.layout());
        Position::from_sides_unchecked(side, side)
    }

    /// A position from counts on indices 0 (off) to 25 (bar), each side counted from its owner's
    /// view.
    ///
    /// # Errors
    /// Says what is wrong when the counts make no position of the game.
    pub fn position(
        self,
        own: &[u8; 26],
        opponent: &[u8; 26],
    ) -> Result<Position, InvalidPosition> {
        let position = Position::new(own, opponent, self.checkers(), self.view())?;
        if !self.has_bar() && (own[BAR as usize] > 0 || opponent[BAR as usize] > 0) {
            return Err(InvalidPosition::Bar);
        }
        Ok(position)
    }

    /// How the other side counts the points.
    pub const fn view(self) -> View {
        with_rules!(self, R => R::VIEW)
    }

    /// Who begins, and with which roll.
    pub const fn opening(self) -> Opening {
        with_rules!(self, R => R::OPENING)
    }

    /// Whether checkers are hit, and wait on a bar.
    pub const fn has_bar(self) -> bool {
        with_rules!(self, R => matches!(R::LANDING, Landing::Hits))
    }

    /// Whether it can be played with the doubling cube.
    pub const fn has_cube(self) -> bool {
        with_rules!(self, R => R::CUBE)
    }

    /// What kind of position it is.
    #[inline]
    pub fn class(self, position: &Position) -> Class {
        with_rules!(self, R => R::class(position))
    }

    /// How the game has ended, `None` while it goes on; see [`Rules::end`].
    #[inline]
    pub fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd> {
        with_rules!(self, R => R::end(position, last))
    }

    /// Which outcomes are still possible in a position that is not over; see [`Rules::possible`].
    #[inline]
    pub fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        with_rules!(self, R => R::possible(position))
    }

    /// Who rolls after a turn, as its player sees it; see [`Rules::next_to_roll`].
    #[inline]
    pub fn next_to_roll(self, before: &Position, dice: Dice, result: &Position) -> Side {
        with_rules!(self, R => R::next_to_roll(before, dice, result))
    }
}

named!(Game, UnknownGame);

/// No game has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game is called {0:?}; there are {names}", names = listed(&Game::ALL.map(Game::name)))]
pub struct UnknownGame(pub String);
