//! Russian backgammon (русские нарды, ռուսական նարդի).
//!
//! All fifteen checkers of both sides start off the board, enter the same quarter, and move in the
//! same direction to the same home. Single checkers are hit, and must enter before others move. The
//! first two checkers of a side must enter before others move, too; after that, checkers enter at
//! any time. A double is played four times, then its complement, four times the number on the other
//! side of the die, and then the player rolls again. The turn ends where a part of this cannot be
//! played in full.
//!
//! Some players enter all checkers first, or play complements only once all have entered.

use super::{
    acey_deucey::complement,
    entry::{self, Entry},
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, gammon_at_most,
    },
    stages::{self, Next},
};
use crate::board::{Checkers, Class, Dice, InvalidPosition, OFF, Position, Stage, View};

/// The rules of Russian backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian {
    /// Number of checkers that must enter before others move.
    pub entry: Entry,
    /// True if a double has a complement only once all checkers have entered.
    pub complement_after_entry: bool,
}

/// Number of times that a double is played.
const TIMES: u8 = 4;

impl Russian {
    /// The continuation after a turn.
    fn next(self, turn: &PlaySoFar) -> Next {
        if turn.played() < TIMES {
            return Next::OpponentRolls;
        }
        let entering = || entry::reserve(turn.start()).on_roll > 0;
        match turn.start().turn_state().stage {
            Some(_) => Next::RollsAgain,
            None if self.complement_after_entry && entering() => Next::OpponentRolls,
            None => Next::PlaysOn(complement(turn.dice().high())),
        }
    }
}

impl Rules for Russian {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Parallel(0);
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // The sides never pass each other, and doubles do more.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    const STAGES: bool = true;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        self.entry.step::<Self>(so_far, from, number)
    }

    fn numbers_at(self, position: &Position, dice: Dice) -> Numbers {
        stages::numbers_at(position, Numbers::usual(dice))
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        stages::continued(turn, self.next(turn), self.entry.counters(turn), 0)
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let is_complement = |stage: Stage| stage == Stage::double(stage.high);
        if position.turn_state().stage.is_none_or(is_complement) {
            self.entry.check(position)
        } else {
            Err(InvalidPosition::TurnState)
        }
    }

    fn class(self, position: &Position) -> Class {
        entry::class_of_same_way(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, gammon_at_most)
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let gammon = |loser: Checkers| loser.on(OFF) == 0;
        [true, gammon(position.opponent()), false, true, gammon(position.own()), false]
    }

    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        distinct_results(self, position, dice, results);
    }

    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        stages::generate_rolls(self, position, results, ends);
    }
}
