//! Gyulbar (гюльбар, գյուլբար) and its crazy form (бешеный гюльбар).
//!
//! Board, head and rows are those of long nardi. The numbers that a player cannot play, of any
//! roll, are played by the opponent, who then rolls. A checker that is home stays on its point
//! until it is borne off, by the number of its point only. Doubles differ:
//!
//! - **Gyulbar.** A double is played four times. If all four were played, the player rolls again.
//! - **Crazy gyulbar.** A double runs on up to the sixes: 4-4 is four fours, four fives and four
//!   sixes, one number after the other.

use super::{
    long_nardi::{Head, LongNardi, Row, RowAt},
    parallel,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        usual_step,
    },
    stages::{self, Next},
};
use crate::board::{
    BySide, Class, Dice, HOME, InvalidPosition, OFF, POINTS, Position, Stage, View,
};

/// The rules of gyulbar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gyulbar {
    /// Play of doubles.
    pub doubles: Doubles,
    /// Maximum number of checkers that may leave the head in a turn.
    pub head: Head,
    /// When six points in a row are legal.
    pub row: Row,
}

/// Play of doubles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Doubles {
    /// Four times; then the player rolls again, if all four were played.
    #[default]
    RollAgain,
    /// Four times each number from that of the double to 6.
    RunOn,
    /// Twice each number from that of the double to 6.
    RunOnTwice,
}

impl Doubles {
    /// Number of times that each number of a double is played.
    const fn times(self) -> u8 {
        match self {
            Self::RollAgain | Self::RunOn => 4,
            Self::RunOnTwice => 2,
        }
    }
}

impl Gyulbar {
    /// The usual rules of gyulbar.
    pub const GYULBAR: Self =
        Self { doubles: Doubles::RollAgain, head: Head::Usual, row: Row::Ahead };
    /// The usual rules of crazy gyulbar.
    pub const CRAZY: Self = Self { doubles: Doubles::RunOn, ..Self::GYULBAR };

    /// The rules of long nardi that apply.
    const fn nardi(self) -> LongNardi {
        LongNardi { head: self.head, row: self.row, row_at: RowAt::EachStep, single: false }
    }

    /// Maximum number of checkers that may leave the head in a stage.
    fn may_leave(self, turn: &PlaySoFar) -> u8 {
        let state = turn.start().turn_state();
        match state.stage {
            None => self.nardi().may_leave(turn),
            _ if self.head == Head::Free => u8::MAX,
            // The numbers of a double are one turn.
            Some(stage) if !stage.is_remainder => state.counters.on_roll,
            Some(_) => 1,
        }
    }

    /// Number of checkers that have left the head in a stage.
    fn left(turn: &PlaySoFar) -> u8 {
        turn.start().own().on(POINTS) - turn.now().own().on(POINTS)
    }

    /// The numbers of a roll that are left after a turn.
    fn left_of_roll(self, turn: &PlaySoFar) -> Option<Stage> {
        let (dice, played) = (turn.dice(), turn.played());
        let rest =
            |high, low, count| Some(Stage { high, low, count, runs_on: false, is_remainder: true });
        if dice.is_double() {
            return if played == 4 { None } else { rest(dice.high(), 0, 4 - played) };
        }
        match played {
            0 => rest(dice.high(), dice.low(), 1),
            1 => {
                let start = PlaySoFar::new(turn.start(), dice);
                let plays_high = (1..=POINTS).any(|from| {
                    let step = self.step(&start, from, dice.high());
                    step.is_ok_and(|step| start.after::<Self>(&step).now() == turn.now())
                });
                rest(if plays_high { dice.low() } else { dice.high() }, 0, 1)
            }
            _ => None,
        }
    }

    /// The continuation after a turn.
    fn next(self, turn: &PlaySoFar) -> Next {
        let (dice, played) = (turn.dice(), turn.played());
        let times = self.doubles.times();
        if let Some(stage) = turn.start().turn_state().stage {
            return stages::after_chain(stage, played, times);
        }
        if dice.is_double() && self.doubles != Doubles::RollAgain {
            let (high, low, count) = (dice.high(), 0, times);
            let stage = Stage { high, low, count, runs_on: true, is_remainder: false };
            return stages::after_chain(stage, played, times);
        }
        match self.left_of_roll(turn) {
            Some(rest) => Next::Remainder(rest),
            None if dice.is_double() => Next::RollsAgain,
            None => Next::OpponentRolls,
        }
    }
}

impl Rules for Gyulbar {
    const FAMILY: Family = Family::Parallel;
    const VIEW: View = parallel::VIEW;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // Checkers at home stay there, and doubles do more.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    const STAGES: bool = true;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let own = so_far.now().own();
        if (1..=HOME).contains(&from) && own.on(from) > 0 {
            return if number < from || own.rearmost() > HOME {
                Err(Obstacle::StaysHome)
            } else if number > from {
                Err(Obstacle::NotExact)
            } else {
                Ok(CheckerMove { from, to: OFF, hits: false })
            };
        }
        let step = usual_step::<Self>(so_far, from, number)?;
        if from == POINTS && Self::left(so_far) >= self.may_leave(so_far) {
            return Err(Obstacle::Head);
        }
        let after = so_far.after::<Self>(&step);
        if self.nardi().is_barred(after.now().own(), after.now().opponent()) {
            return Err(Obstacle::Row);
        }
        Ok(step)
    }

    fn numbers(self, dice: Dice) -> Numbers {
        if dice.is_double() {
            Numbers::equal(dice.high(), self.doubles.times())
        } else {
            Numbers::each_die(dice)
        }
    }

    fn numbers_at(self, position: &Position, dice: Dice) -> Numbers {
        stages::numbers_at(position, self.numbers(dice))
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        let next = self.next(turn);
        let mut counters = BySide::default();
        if let Next::PlaysOn(Stage { is_remainder: false, .. }) = next
            && self.head != Head::Free
        {
            counters.on_roll = self.may_leave(turn).saturating_sub(Self::left(turn));
        }
        stages::result(turn, next, counters)
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let state = position.turn_state();
        let runs = self.doubles != Doubles::RollAgain;
        let is_stage = |stage: Stage| {
            if stage.runs_on {
                let full = stage.count == self.doubles.times();
                runs && stage.count <= self.doubles.times() && (stage.is_remainder || full)
            } else {
                stage.is_remainder && (stage.count == 1 || !runs)
            }
        };
        let plays_on = state.stage.is_some_and(|stage| !stage.is_remainder);
        let mover = state.counters[state.moves];
        let is_state = stages::counts_idle(state)
            && state.stage.is_none_or(is_stage)
            && state.counters[!state.moves] == 0
            && mover <= if plays_on && self.head != Head::Free { 2 } else { 0 };
        if !is_state {
            return Err(InvalidPosition::TurnState);
        }
        self.nardi().check(position)
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
