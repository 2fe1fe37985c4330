//! Rolls of a game: its dice, the rolls that they give, and the lot that decides who begins.

use super::{Game, Rules, with_rules};
use crate::{
    board::{BySeat, Dice, InvalidDice, Seat},
    codes,
    quoted::quoted,
};
use std::cmp::Ordering;

/// Error for a roll of another number of dice than the game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} is played with {} dice, so {dice} is not a roll", .game.dice())]
pub struct OtherDice {
    /// The game.
    pub game: Game,
    /// The roll.
    pub dice: Dice,
}

codes! {
    OtherDice {
        Self { game, dice } => "dice.other" { game, dice, count = game.dice() },
    }
}

/// Error for a text that is not a roll of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// Not numbers of dice.
    #[error(transparent)]
    Invalid(InvalidDice),
    /// Not numbers of dice, in a game with three.
    #[error(
        "{text} is not a roll of {game}: give three numbers from 1 to 6, such as {roll}",
        text = quoted(text), roll = game.example_roll()
    )]
    InvalidOfThree {
        /// The game.
        game: Game,
        /// The text.
        text: String,
    },
    /// A roll of another number of dice.
    #[error(transparent)]
    Other(#[from] OtherDice),
}

codes! {
    RollError {
        Self::InvalidOfThree { game, text } => "dice.invalid-three" { game, text },
    } transparent {
        Self::Invalid(error) => error,
        Self::Other(error) => error,
    }
}

impl Game {
    /// Number of dice of a roll: two or three.
    pub fn dice(self) -> usize {
        self.rolls()[0].count()
    }

    /// The distinct rolls, in the order of their [index](Dice::index): [`Dice::ALL`], or
    /// [`Dice::ALL_OF_THREE`] in a game with three dice.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!([Game::Backgammon, Game::TABULA].map(|game| game.rolls().len()), [21, 56]);
    /// ```
    #[inline]
    pub fn rolls(self) -> &'static [Dice] {
        with_rules!(self, rules => rules.rolls())
    }

    /// The seat that begins by the dice of the lot: that of the higher die, in some games that of
    /// the lower; `None` if they are equal.
    ///
    /// ```
    /// use sheshbesh_movegen::{BySeat, Game, Seat};
    /// let dice = BySeat { bottom: 3, top: 1 };
    /// assert_eq!(Game::Backgammon.begins(dice), Some(Seat::Bottom));
    /// assert_eq!(Game::CHASE.begins(dice), Some(Seat::Top));
    /// ```
    pub fn begins(self, dice: BySeat<u8>) -> Option<Seat> {
        let higher = match dice.bottom.cmp(&dice.top) {
            Ordering::Greater => Seat::Bottom,
            Ordering::Less => Seat::Top,
            Ordering::Equal => return None,
        };
        Some(if self.lower_begins() { !higher } else { higher })
    }

    /// The dice of the lot by which a seat begins, of two different numbers.
    ///
    /// ```
    /// use sheshbesh_movegen::{BySeat, Game, Seat};
    /// assert_eq!(Game::CHASE.lot(Seat::Top, [2, 5]), BySeat { bottom: 5, top: 2 });
    /// ```
    pub fn lot(self, first: Seat, numbers: [u8; 2]) -> BySeat<u8> {
        let [a, b] = numbers;
        let (high, low) = (a.max(b), a.min(b));
        let bottom_is_higher = (first == Seat::Bottom) != self.lower_begins();
        if bottom_is_higher {
            BySeat { bottom: high, top: low }
        } else {
            BySeat { bottom: low, top: high }
        }
    }

    /// True if the player with the lower die of the lot begins.
    pub fn lower_begins(self) -> bool {
        fn of<R: Rules>(_: R) -> bool {
            R::LOWER_BEGINS
        }
        with_rules!(self, rules => of(rules))
    }

    /// True if the points are a ring without an end, on which point 24 follows point 1.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!([Game::CHASE, Game::TABULA].map(Game::is_ring), [true, false]);
    /// ```
    pub fn is_ring(self) -> bool {
        fn of<R: Rules>(_: R) -> bool {
            R::IS_RING
        }
        with_rules!(self, rules => of(rules))
    }

    /// A roll as an example of how to write one.
    pub fn example_roll(self) -> &'static str {
        if self.dice() == 3 { "321" } else { "31" }
    }

    /// Parses a roll of the game, in the forms of [`Dice`].
    ///
    /// # Errors
    /// Returns an error if the text is not a roll, or has another number of dice than the game.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!(Game::TABULA.parse_roll("3-1-2").unwrap().to_string(), "321");
    /// assert!(Game::TABULA.parse_roll("31").is_err());
    /// ```
    pub fn parse_roll(self, text: &str) -> Result<Dice, RollError> {
        let dice = text.parse().map_err(|error| match self.dice() {
            3 => RollError::InvalidOfThree { game: self, text: text.to_owned() },
            _ => RollError::Invalid(error),
        })?;
        self.check_roll(dice)?;
        Ok(dice)
    }

    /// Checks that a roll has as many dice as the game.
    ///
    /// # Errors
    /// When it has not.
    pub fn check_roll(self, dice: Dice) -> Result<(), OtherDice> {
        if dice.count() == self.dice() { Ok(()) } else { Err(OtherDice { game: self, dice }) }
    }
}
