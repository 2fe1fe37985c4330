//! Old English backgammon: no more than five checkers stand on a point.
//!
//! The bar and the tray hold as many as come. Some played that a number may be played so that the
//! other cannot be.

use super::{
    hitting::Hitting,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules, usual_step,
    },
};
use crate::{
    dice::Dice,
    players::Side,
    position::{BAR, InvalidPosition, OFF, POINTS, Position, View},
};

/// The rules of Old English backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OldEnglish {
    /// Whether a player may play a number so that the other cannot be played.
    pub may_waste: bool,
}

/// So many checkers may stand on a point.
const MOST: u8 = 5;

impl Rules for OldEnglish {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Lot;
    const CUBE: bool = true;
    // No point takes more than five.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = usual_step::<Self>(so_far, from, number)?;
        let is_full = step.to != OFF && so_far.now().own().on(step.to) >= MOST;
        if is_full { Err(Obstacle::Full) } else { Ok(step) }
    }

    fn plays_most(self) -> bool {
        !self.may_waste
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        for (side, checkers) in
            [(Side::OnRoll, position.own()), (Side::Opponent, position.opponent())]
        {
            if let Some(point) = (1..=POINTS).find(|&point| checkers.on(point) > MOST) {
                return Err(InvalidPosition::Full { side, point, most: MOST });
            }
        }
        Ok(())
    }

    fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd> {
        Hitting.end(position, last)
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        Hitting.possible(position)
    }

    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        distinct_results(self, position, dice, results);
    }
}

/// The points and the bar are counted with one index.
const _: () = assert!(BAR == POINTS + 1);
