//! Backgammon, and games that differ from it only in their starting position.
//!
//! The generator returns the distinct legal plays of a roll as resulting positions. It represents
//! the board as bit masks of slots; a step is one addition to both sides' nibbles.

mod bitboard;
mod doubles;
mod results;
mod steps;
mod two_numbers;

use super::rules::{
    Family, GameEnd, OUTCOMES, Opening, Rules, first_to_bear_off, results_of_rolls,
};
use crate::board::{BAR, Checkers, Dice, HOME, OFF, POINTS, Position, View, Win};
pub(super) use bitboard::Board;

/// The rules of backgammon: single checkers are hit, and two checkers hold a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hitting;

impl Hitting {
    /// True if the sides can still meet.
    #[inline]
    pub const fn has_contact(position: &Position) -> bool {
        position.own().rearmost() + position.opponent().rearmost() > BAR
    }
}

/// The value of a win over a side that still has checkers in play.
#[inline]
fn win_over(loser: Checkers) -> Win {
    if loser.on(OFF) > 0 {
        Win::Single
    } else if loser.rearmost() > POINTS - HOME {
        // The winner's home board is the loser's points 19 to 24; the bar is beyond them.
        Win::Backgammon
    } else {
        Win::Gammon
    }
}

impl Rules for Hitting {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::OneDieEach;
    const CUBE: bool = true;

    #[inline]
    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, win_over)
    }

    /// A side that has borne off a checker cannot lose a gammon. Without contact, a side that has
    /// left the opponent's home board cannot lose a backgammon.
    #[inline]
    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let contact = Self::has_contact(position);
        let gammons = |loser: Checkers| {
            let gammon = loser.on(OFF) == 0;
            (gammon, gammon && (contact || loser.rearmost() > POINTS - HOME))
        };
        let (wins, losses) = (gammons(position.opponent()), gammons(position.own()));
        [true, wins.0, wins.1, true, losses.0, losses.1]
    }

    #[inline]
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if let Some(board) = Board::of(position) {
            board.plays(dice, results);
        }
    }

    /// Builds the masks once for all rolls.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        let board = Board::of(position);
        results_of_rolls(self, position, results, ends, |dice, results| {
            if let Some(board) = &board {
                board.plays(dice, results);
            }
        });
    }
}

impl Board {
    /// Adds the plays of a roll.
    #[inline]
    pub(in crate::games) fn plays(&self, dice: Dice, results: &mut Vec<Position>) {
        let (high, low) = (u32::from(dice.high()), u32::from(dice.low()));
        if dice.is_double() {
            self.double(high, results);
        } else {
            self.two_numbers(high, low, results);
        }
    }

    /// Adds the plays of a roll if no checker is on the bar and none may be borne off.
    #[inline]
    pub(in crate::games) fn plays_on_the_board(&self, dice: Dice, results: &mut Vec<Position>) {
        let (high, low) = (u32::from(dice.high()), u32::from(dice.low()));
        if dice.is_double() {
            self.double_on_the_board(high, results);
        } else {
            self.two_numbers_on_the_board(high, low, results);
        }
    }

    /// Adds the plays of a roll if checkers on the bar move like any others and none may be borne
    /// off. Adds none if not both of two different numbers can be played.
    #[inline]
    pub(in crate::games) fn plays_with_reserve(&self, dice: Dice, results: &mut Vec<Position>) {
        let (high, low) = (u32::from(dice.high()), u32::from(dice.low()));
        if dice.is_double() {
            self.double_on_the_board(high, results);
        } else {
            self.two_on_the_board(high, low, results);
        }
    }
}
