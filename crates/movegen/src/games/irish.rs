//! Irish, backgammon's ancestor: a double is played twice, not four times, and every win counts one.

use super::{
    hitting::Hitting,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off,
    },
};
use crate::{
    dice::Dice,
    position::{Class, Position, View, Win},
};

/// The rules of Irish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Irish;

impl Rules for Irish {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Lot;
    const CUBE: bool = false;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        Hitting.step(so_far, from, number)
    }

    fn numbers(self, dice: Dice) -> Numbers {
        Numbers::each_die(dice)
    }

    fn class(self, position: &Position) -> Class {
        Hitting.class(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, |_| Win::Single)
    }

    fn possible(self, _: &Position) -> [bool; OUTCOMES] {
        [true, false, false, true, false, false]
    }

    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if dice.is_double() {
            distinct_results(self, position, dice, results);
        } else {
            Hitting.generate(position, dice, results);
        }
    }
}
