//! Gul bara (гюлбара), also known as Rosespring: the second game of the Bulgarian rotation.
//!
//! All fifteen checkers start on the 24 point, and both sides move in the same direction, as in
//! fevga. One checker holds a point, there is no hitting, and no rule restricts the start or the
//! points held. From a player's fourth turn on, a double runs on: 3-3 is four threes, four fours,
//! four fives and four sixes, one number after the other. Each number is a stage of its own: as
//! many of the four are played as can be, and the next number follows only if all four were played.
//! The opponent plays what is left, number by number, before rolling. If not even one number of
//! the roll can be played, nothing is left to the opponent.
//!
//! A hundred rolls in a row without a step are a draw. Some players count from the third turn, and
//! in some houses what cannot be played is lost.

use super::{
    hitting::Board,
    parallel::{self, seen_by_other},
    results::distinct_results,
    rules::{Family, GameEnd, Numbers, OUTCOMES, Opening, PlaySoFar, Rules},
    stages::{self, Next},
};
use crate::board::{Class, Dice, HOME, InvalidPosition, OFF, Position, Side, Stage, View};

/// The rules of Gul bara.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GulBara {
    /// The turn of a player from which doubles run on: 1, 3 or 4.
    pub chain_from: u8,
    /// True if the opponent plays the numbers that the player could not play.
    pub rest_to_opponent: bool,
}

impl Default for GulBara {
    fn default() -> Self {
        Self::GUL_BARA
    }
}

/// Number of times that each number of a double is played.
const TIMES: u8 = 4;
/// Largest count of a player's turns that matters.
const MOST_TURNS: u8 = 3;

impl GulBara {
    /// The usual rules.
    pub const GUL_BARA: Self = Self { chain_from: 4, rest_to_opponent: true };

    /// The continuation after a turn.
    fn next(self, turn: &PlaySoFar) -> Next {
        let state = turn.start().turn_state();
        let (dice, played) = (turn.dice(), turn.played());
        let runs_on = dice.is_double() && state.counters.on_roll + 1 >= self.chain_from;
        let stage = match state.stage {
            Some(stage) => stage,
            // A double that cannot be begun is lost.
            None if !runs_on || played == 0 => return Next::OpponentRolls,
            None => Stage {
                high: dice.high(),
                low: 0,
                count: TIMES,
                runs_on: true,
                is_remainder: false,
            },
        };
        match stages::after_chain(stage, played, TIMES) {
            Next::Remainder(_) if !self.rest_to_opponent => Next::OpponentRolls,
            next => next,
        }
    }

    /// Adds the plays of a roll by the generator of backgammon. Returns false, and adds nothing, if
    /// it does not tell how many numbers are played.
    fn add_fast(self, position: &Position, dice: Dice, results: &mut Vec<Position>) -> bool {
        if position.turn_state().stage.is_some_and(|stage| stage.count < TIMES) {
            return false;
        }
        let numbers = self.numbers_at(position, dice);
        let (high, low) = (numbers.as_slice()[0], numbers.as_slice()[1]);
        let dice = Dice::new(high, low).expect("numbers of a roll or a stage");
        let (first, bare) = (results.len(), position.bare());
        let (own, opponent) = (bare.own(), bare.opponent());
        Board::without_hits(&bare, seen_by_other(opponent)).plays(dice, results);
        // All plays have the same count of numbers, which the pips tell if no checker is borne off.
        let after = results.get(first).map_or(own, |result| result.opponent());
        if results[first..].iter().any(|result| result.opponent().on(OFF) > own.on(OFF)) {
            results.truncate(first);
            return false;
        }
        let pips = (own.pips() - after.pips()) as u8;
        let played = if dice.is_double() {
            pips / high
        } else {
            u8::from(pips > 0) + u8::from(pips == high + low)
        };
        let turn = PlaySoFar::new(position, dice);
        if results.len() == first {
            results.push(self.finish(&turn));
        }
        for result in &mut results[first..] {
            *result = self.finish(&turn.ended(result.swapped(), played.into()));
        }
        true
    }
}

impl Rules for GulBara {
    const FAMILY: Family = Family::Parallel;
    const VIEW: View = parallel::VIEW;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // Doubles run on.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    const STAGES: bool = true;

    fn numbers_at(self, position: &Position, dice: Dice) -> Numbers {
        stages::numbers_at(position, Numbers::usual(dice))
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        let state = turn.start().turn_state();
        let mut counters = state.counters;
        if state.stage.is_none() {
            counters.on_roll = MOST_TURNS.min(counters.on_roll + 1);
        }
        stages::result(turn, self.next(turn), counters)
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let state = position.turn_state();
        let is_chain = |stage: Stage| stage.low == 0 && stage.runs_on;
        let is_state = stages::counts_idle(state)
            && state.stage.is_none_or(is_chain)
            && state.stage.is_none_or(|stage| stage.is_remainder || stage.count == TIMES);
        if is_state { Ok(()) } else { Err(InvalidPosition::TurnState) }
    }

    fn class(self, position: &Position) -> Class {
        stages::class(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        stages::end(position)
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        parallel::possible(position)
    }

    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        let is_plain = position.turn_state().moves == Side::OnRoll
            && position.own().rearmost() > HOME
            && self.end(position, None).is_none();
        if !is_plain || !self.add_fast(position, dice, results) {
            distinct_results(self, position, dice, results);
        }
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
