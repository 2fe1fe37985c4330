//! Misère backgammon (giveaway): the first player to bear off all checkers loses, one point.
//!
//! The moves are those of backgammon, and playing is compulsory.

use super::{
    hitting::Hitting,
    rules::{Family, GameEnd, OUTCOMES, Opening, Rules},
};
use crate::board::{Dice, Position, Side, View, Win};

/// The rules of misère backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Misere;

impl Rules for Misere {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::OneDieEach;
    const CUBE: bool = true;
    // The first player to bear off everything loses.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;

    #[inline]
    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        let winner = if position.own().all_off() {
            Side::Opponent
        } else if position.opponent().all_off() {
            Side::OnRoll
        } else {
            return None;
        };
        Some(GameEnd::won(winner, Win::Single))
    }

    #[inline]
    fn possible(self, _: &Position) -> [bool; OUTCOMES] {
        [true, false, false, true, false, false]
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
