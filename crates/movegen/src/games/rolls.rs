//! Rolls of a game: its dice, and the rolls that they give.

use super::{Game, Rules, with_rules};
use crate::{board::Dice, codes};

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

    /// Checks that a roll has as many dice as the game.
    ///
    /// # Errors
    /// When it has not.
    pub fn check_roll(self, dice: Dice) -> Result<(), OtherDice> {
        if dice.count() == self.dice() { Ok(()) } else { Err(OtherDice { game: self, dice }) }
    }
}
