//! Tabula, the game of the Romans (табула, տաբուլա).
//!
//! All fifteen checkers of both sides start off the board, enter the same quarter, and move in the
//! same direction to the same home. Three dice are thrown, and equal numbers count like others.
//! Single checkers are hit, and must enter before others move; checkers that have not entered yet
//! need not. No checker moves to the second half of the way before all of its side have entered, and
//! none is borne off before all are home.
//!
//! No ancient author states the rules in full. Some players hold a hit checker to no obligation,
//! leave out the rule of the second half, or bear checkers off before all are home.

use super::{
    entry::{self, Entry},
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, free_step,
    },
    stages::{self, Next},
};
use crate::board::{BAR, Class, Dice, InvalidPosition, OFF, POINTS, Position, View, Win};

/// The rules of tabula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tabula {
    /// True if a checker that was hit returns to the reserve, and others may move before it.
    pub hit_to_reserve: bool,
    /// True if checkers may move to the second half of the way at any time.
    pub second_half_free: bool,
    /// True if checkers may be borne off before all are home.
    pub bear_off_free: bool,
}

/// The last point of the second half of the way, where it begins.
const MIDDLE: u8 = POINTS / 2;

impl Tabula {
    /// The rule of entry by which checkers that were hit are counted.
    const fn entry(self) -> Entry {
        if self.hit_to_reserve { Entry::All } else { Entry::Free }
    }
}

impl Rules for Tabula {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Parallel(0);
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // The sides never pass each other, and three dice are thrown.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    // The counters have the numbers of checkers that were hit.
    const STAGES: bool = true;
    const DICE: usize = 3;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = if self.hit_to_reserve {
            free_step::<Self>(so_far, from, number)
        } else {
            self.entry().step::<Self>(so_far, from, number)
        };
        let step = match step {
            Err(Obstacle::NotHome | Obstacle::NotRearmost) if self.bear_off_free => {
                CheckerMove { from, to: OFF, hits: false }
            }
            step => step?,
        };
        let waits = so_far.now().own().on(BAR) > 0;
        if waits && step.to <= MIDDLE && !self.second_half_free {
            return Err(Obstacle::SecondHalf);
        }
        Ok(step)
    }

    fn numbers(self, dice: Dice) -> Numbers {
        Numbers::each_die(dice)
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        stages::continued(turn, Next::OpponentRolls, self.entry().counters(turn), 0)
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        if position.turn_state().stage.is_some() {
            return Err(InvalidPosition::TurnState);
        }
        self.entry().check(position)
    }

    fn class(self, position: &Position) -> Class {
        entry::class_of_same_way(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, |_| Win::Single)
    }

    fn possible(self, _: &Position) -> [bool; OUTCOMES] {
        [true, false, false, true, false, false]
    }

    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        distinct_results(self, position, dice, results);
    }
}
