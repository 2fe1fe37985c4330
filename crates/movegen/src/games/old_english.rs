//! Old English backgammon: at most five checkers may stand on a point.
//!
//! The bar and the tray have no limit. In a variant, a player may play one number so that the other
//! cannot be played.

use super::{
    hitting::Hitting,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obligation, Obstacle, Opening, PlaySoFar, Rules,
        usual_step,
    },
};
use crate::board::{BAR, Dice, InvalidPosition, OFF, POINTS, Position, Side, View};

/// The rules of Old English backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OldEnglish {
    /// True if a player may play one number so that the other cannot be played.
    pub may_waste: bool,
}

impl OldEnglish {
    /// Maximum number of checkers on a point.
    pub const MOST: u8 = 5;
}

impl Rules for OldEnglish {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::OneDieEach;
    const CUBE: bool = true;
    // A point holds at most five checkers.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = usual_step::<Self>(so_far, from, number)?;
        let is_full = step.to != OFF && so_far.now().own().on(step.to) >= Self::MOST;
        if is_full { Err(Obstacle::Full) } else { Ok(step) }
    }

    fn obligation(self) -> Obligation {
        if self.may_waste { Obligation::EachInTurn } else { Obligation::Most }
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        for (side, checkers) in
            [(Side::OnRoll, position.own()), (Side::Opponent, position.opponent())]
        {
            if let Some(point) = (1..=POINTS).find(|&point| checkers.on(point) > Self::MOST) {
                return Err(InvalidPosition::Full { side, point, most: Self::MOST });
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

/// Points and bar share one range of indices.
const _: () = assert!(BAR == POINTS + 1);
