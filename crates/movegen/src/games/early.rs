//! Early backgammon, as played in the seventeenth century: today's moves with different wins.
//!
//! A win counts two if the winning roll was a double, or if the loser still had a checker outside
//! their home; both together count three. The source is Willughby's *Book of Games* (about 1665).
//! By another account, a win counts three if everything is borne off before any of the opponent's
//! checkers came home.

use super::{
    hitting::Hitting,
    rules::{Family, GameEnd, OUTCOMES, Opening, Rules, first_to_bear_off},
};
use crate::board::{Checkers, Dice, HOME, Position, View, Win};

/// The rules of early backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Early {
    /// True if a win counts three over a loser who has no checker at home or off, whatever the last
    /// roll.
    pub three_for_none_home: bool,
}

impl Rules for Early {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::OneDieEach;
    const CUBE: bool = false;
    // The value of a win depends on the last roll too.
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
        // Any last roll may be a double. A side whose checkers are home keeps them there unless
        // hit.
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
        ends: &mut Vec<usize>,
    ) {
        Hitting.generate_rolls(position, results, ends);
    }
}
