//! Acey-deucey, the game of the American navy.
//!
//! All fifteen checkers of both sides start off the board. They enter as from the bar, at any time;
//! checkers that have entered may move meanwhile, but checkers that were hit must enter first. After
//! a roll of 1-2, a player plays both numbers, then any double of their choice, and rolls again. If
//! a part of this cannot be played, the rest and the roll are lost.
//!
//! Doubles differ from house to house:
//!
//! - **Usual.** A double that is played in full gives another roll.
//! - **American.** A double is played four times, and nothing follows.
//! - **European.** A double is played four times, and then its complement: four times the number on
//!   the other side of the die. If both are played in full, the player rolls again. Checkers are
//!   borne off by the number of their point only.
//! - **Race.** Neither doubles nor 1-2 give anything.

use super::{
    entry::Entry,
    hitting::Hitting,
    rules::{
        CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off,
    },
    stages::{self, Next},
};
use crate::board::{BAR, Dice, HOME, InvalidPosition, OFF, Position, Stage, View, Win};

/// The rules of acey-deucey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AceyDeucey {
    /// Effect of doubles and of 1-2.
    pub form: Form,
}

/// Effect of doubles and of 1-2 in acey-deucey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// A double gives another roll.
    #[default]
    Usual,
    /// A double gives nothing.
    American,
    /// A double gives its complement and another roll, and bearing off is exact.
    European,
    /// Neither doubles nor 1-2 give anything.
    Race,
}

/// The only rule of entry.
const ENTRY: Entry = Entry::Free;
/// Number of times that a double is played.
const TIMES: u8 = 4;

/// True if a double may be chosen after the roll.
const fn gives_a_double(dice: Dice) -> bool {
    dice.high() == 2 && dice.low() == 1
}

/// The stage of the complement of a number: the other side of its die.
pub(super) const fn complement(number: u8) -> Stage {
    Stage::double(HOME + 1 - number)
}

impl AceyDeucey {
    /// The continuation after a turn.
    fn next(self, turn: &PlaySoFar) -> Next {
        let (dice, played) = (turn.dice(), turn.played());
        let is_european = self.form == Form::European;
        match turn.start().turn_state().stage {
            Some(_) if played < TIMES => Next::OpponentRolls,
            // Bearing off is exact, so the pips tell the number that was chosen.
            Some(Stage::ANY_DOUBLE) if is_european => {
                let pips = turn.start().own().pips() - turn.now().own().pips();
                Next::PlaysOn(complement(pips as u8 / TIMES))
            }
            Some(_) => Next::RollsAgain,
            None if self.form == Form::Race => Next::OpponentRolls,
            None if dice.is_double() && played == TIMES => match self.form {
                Form::American | Form::Race => Next::OpponentRolls,
                Form::European => Next::PlaysOn(complement(dice.high())),
                Form::Usual => Next::RollsAgain,
            },
            None if gives_a_double(dice) && played == 2 => Next::PlaysOn(Stage::ANY_DOUBLE),
            None => Next::OpponentRolls,
        }
    }
}

impl Rules for AceyDeucey {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    const STAGES: bool = true;

    fn bears_off_as_backgammon(self) -> bool {
        self.form == Form::Race
    }

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = ENTRY.step::<Self>(so_far, from, number)?;
        let is_exact = step.to != OFF || number == from;
        if self.form == Form::European && !is_exact { Err(Obstacle::NotExact) } else { Ok(step) }
    }

    fn numbers_at(self, position: &Position, dice: Dice) -> Numbers {
        stages::numbers_at(position, Numbers::usual(dice))
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        stages::continued(turn, self.next(turn), ENTRY.counters(turn), 0)
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let is_stage = |stage: Stage| match self.form {
            Form::Usual | Form::American => stage == Stage::ANY_DOUBLE,
            Form::European => stage == Stage::ANY_DOUBLE || stage == Stage::double(stage.high),
            Form::Race => false,
        };
        let goes_on = position.turn_state().stage.is_none_or(is_stage);
        if goes_on { ENTRY.check(position) } else { Err(InvalidPosition::TurnState) }
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, |_| Win::Single)
    }

    fn possible(self, _: &Position) -> [bool; OUTCOMES] {
        [true, false, false, true, false, false]
    }

    /// A roll is played as in backgammon if no checker waits, and if what follows does not depend
    /// on the numbers played.
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        let own = position.own();
        let is_plain = match self.form {
            Form::Race => true,
            Form::American => !gives_a_double(dice),
            Form::Usual => !gives_a_double(dice) && !dice.is_double(),
            Form::European => {
                !gives_a_double(dice) && !dice.is_double() && own.rearmost() > 2 * HOME
            }
        };
        let is_plain = is_plain && own.on(BAR) == 0 && stages::is_to_roll(position);
        stages::generate(self, is_plain.then_some(Hitting), position, dice, results);
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
