//! Irish, the ancestor of backgammon: doubles are played twice, not four times, and every win
//! counts one.

use super::{
    hitting::Hitting,
    results::distinct_results,
    rules::{Family, GameEnd, Numbers, OUTCOMES, Opening, Rules, first_to_bear_off},
};
use crate::board::{Dice, Position, View, Win};

/// The rules of Irish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Irish;

impl Rules for Irish {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::OneDieEach;
    const CUBE: bool = false;
    // A double is played twice.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;

    fn numbers(self, dice: Dice) -> Numbers {
        Numbers::each_die(dice)
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
