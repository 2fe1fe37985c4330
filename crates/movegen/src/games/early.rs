//! Backgammon as it was played in the seventeenth century: its moves are today's, its wins are not.
//!
//! A win counts two when the winning roll was a double, or when the loser still had a checker
//! outside his home; both together count three. So Willughby's *Book of Games* (about 1665) has it.
//! By another account three is for all borne off before the opponent's men came home.

use super::{
    hitting::Hitting,
    rules::{Family, GameEnd, OUTCOMES, Opening, Rules, first_to_bear_off},
};
use crate::{
    dice::Dice,
    position::{Checkers, HOME, Position, View, Win},
};

/// The rules of early backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Early {
    /// Whether three points are won over a loser who has no checker at home, nor off, whatever the
    /// last roll.
    pub three_for_none_home: bool,
}

impl Rules for Early {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Lot;
    const CUBE: bool = false;
    // The last roll counts too.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;

    fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd> {
        let double = last.is_some_and(Dice::is_double);
        first_to_bear_off(position, |loser| {
            let outside = loser.rearmost() > HOME;
            let none_home = loser.occupied() & ((1 << (HOME + 1)) - 1) == 0;
            match (double, outside) {
                (_, true) if self.three_for_none_home && none_home => Win::Backgammon,
                (true, true) if !self.three_for_none_home => Win::Backgammon,
                (false, false) => Win::Single,
                _ => Win::Gammon,
            }
        })
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        // Any last roll may be a double; who is home stays there unless hit.
        let contact = Hitting::has_contact(position);
        let three = |loser: Checkers| contact || loser.rearmost() > HOME;
        [true, true, three(position.opponent()), true, true, three(position.own())]
    }

    #[inline]
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        Hitting.generate(position, dice, results);
    }

    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
    ) -> [usize; Dice::ALL.len()] {
        Hitting.generate_rolls(position, results)
    }
}
