//! Long nardi (длинные нарды, երկար նարդի), and nard, in which every win counts one.
//!
//! All fifteen checkers start on the 24 point, the head, and both sides move in the same direction:
//! a side's 12 point is the other side's head. One checker holds a point, and there is no hitting.
//! Two rules are specific to the game, and both have many variants:
//!
//! - **Head.** One checker may leave the head in a turn. In a player's first turn, a roll of 3-3,
//!   4-4 or 6-6 lets two checkers leave, since one alone could not play it.
//! - **Row.** Six points in a row are legal only if at least one opposing checker is ahead of them
//!   on its path. A row is measured along the opponent's path from 24 to 1, and does not wrap
//!   around its end.

use super::{
    hitting::Board,
    parallel::{self, seen_by_other},
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, gammon_at_most, results_of_rolls, usual_step,
    },
};
use crate::board::{
    Checkers, Class, Dice, HOME, InvalidPosition, POINTS, Position, Side, View, Win,
};

/// The rules of long nardi.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LongNardi {
    /// Maximum number of checkers that may leave the head in a turn.
    pub head: Head,
    /// When six points in a row are legal.
    pub row: Row,
    /// When rows are checked.
    pub row_at: RowAt,
    /// True if every win counts one, as in nard.
    pub single: bool,
}

/// When a second checker may leave the head in one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Head {
    /// In a player's first turn, with 3-3, 4-4 or 6-6.
    #[default]
    Usual,
    /// In a player's first turn, with any double.
    AnyDouble,
    /// In a player's first turn, with 4-4 or 6-6.
    FoursAndSixes,
    /// In a player's first turn, with a double that one checker alone could not play.
    WhenBlocked,
    /// Never.
    Never,
    /// Always, and any number of checkers.
    Free,
}

/// When six points in a row are legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Row {
    /// If an opposing checker is ahead of them, or off.
    #[default]
    Ahead,
    /// If an opposing checker is home, or off.
    Home,
    /// Never.
    Forbidden,
    /// Always.
    Allowed,
}

/// When rows of six points are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowAt {
    /// After each step.
    #[default]
    EachStep,
    /// At the end of a turn.
    EndOfTurn,
}

/// Number of checkers that start on the head.
const ALL: u8 = 15;

impl LongNardi {
    /// The usual rules of long nardi.
    pub const LONG_NARDI: Self =
        Self { head: Head::Usual, row: Row::Ahead, row_at: RowAt::EachStep, single: false };
    /// The usual rules of nard: every win counts one.
    pub const NARD: Self = Self { single: true, ..Self::LONG_NARDI };

    /// Maximum number of checkers that may leave the head in a turn.
    pub(super) fn may_leave(self, turn: &PlaySoFar) -> u8 {
        let (start, dice) = (turn.start(), turn.dice());
        let is_first = start.own().on(POINTS) == ALL;
        let second = match self.head {
            Head::Free => return ALL,
            Head::Never => false,
            Head::Usual => matches!(dice.high(), 3 | 4 | 6),
            Head::AnyDouble => true,
            Head::FoursAndSixes => matches!(dice.high(), 4 | 6),
            Head::WhenBlocked => {
                let others = seen_by_other(start.opponent());
                (1..=4).any(|steps| {
                    POINTS.checked_sub(steps * dice.high()).is_some_and(|to| others >> to & 1 == 1)
                })
            }
        };
        1 + u8::from(is_first && dice.is_double() && second)
    }

    /// True if a side has an illegal row of six points.
    #[inline]
    pub(super) fn is_barred(self, own: Checkers, opponent: Checkers) -> bool {
        self.bars(seen_by_other(own), opponent.occupied())
    }

    /// Like `is_barred`, for points `held`, as bits of the opponent's points, and points `theirs`,
    /// where the opponent has checkers. If it is true, it stays true with more points held.
    #[inline]
    const fn bars(self, held: u32, theirs: u32) -> bool {
        let six = six_in_a_row(held);
        if six == 0 {
            return false;
        }
        match self.row {
            Row::Allowed => false,
            Row::Forbidden => true,
            Row::Home => theirs & ((1 << (HOME + 1)) - 1) == 0,
            // Of several rows, the one furthest ahead decides.
            Row::Ahead => theirs & ((1 << six.trailing_zeros()) - 1) == 0,
        }
    }
}

/// Bit `i` is set if the six points from `i` up are held.
const fn six_in_a_row(held: u32) -> u32 {
    let two = held & held >> 1;
    let four = two & two >> 2;
    four & two >> 4
}

/// The board; `None` if the game is over.
#[inline]
fn build_board(position: &Position) -> Option<Board> {
    let (own, opponent) = (position.own(), position.opponent());
    let goes_on = !own.all_off() && !opponent.all_off();
    goes_on.then(|| Board::without_hits(position, seen_by_other(opponent)))
}

/// All points of the player on roll that hold a checker before, after or during any play of a roll.
#[inline]
const fn touched(own: Checkers, dice: Dice) -> u32 {
    let (high, low) = (dice.high() as u32, dice.low() as u32);
    let points = own.occupied() & parallel::ALL_POINTS;
    let all = if dice.is_double() {
        points | points >> high | points >> (2 * high) | points >> (3 * high) | points >> (4 * high)
    } else {
        points | points >> high | points >> low | points >> (high + low)
    };
    all & parallel::ALL_POINTS
}

impl LongNardi {
    /// Adds the plays of a roll.
    #[inline]
    fn plays(self, position: &Position, board: &Board, dice: Dice, results: &mut Vec<Position>) {
        let (own, opponent) = (position.own(), position.opponent());
        let open = touched(own, dice) & !seen_by_other(opponent);
        let may_bar = self.bars(parallel::turned(open), opponent.occupied());
        let most =
            if own.on(POINTS) == 0 { 0 } else { self.may_leave(&PlaySoFar::new(position, dice)) };
        let first = results.len();
        let is_legal = |after: Checkers| own.on(POINTS) - after.on(POINTS) <= most;
        // If a row may exist between two steps, the order of the steps matters.
        if may_bar && self.row_at == RowAt::EachStep
            || !parallel::add_plays(board, dice, results, |after| {
                is_legal(after) && !(may_bar && self.is_barred(after, opponent))
            })
        {
            results.truncate(first);
            distinct_results(self, position, dice, results);
        }
    }
}

impl Rules for LongNardi {
    const FAMILY: Family = Family::Parallel;
    const VIEW: View = parallel::VIEW;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = usual_step::<Self>(so_far, from, number)?;
        let (own, opponent) = (so_far.now().own(), so_far.now().opponent());
        if from == POINTS {
            let left = so_far.start().own().on(POINTS) - own.on(POINTS);
            if left >= self.may_leave(so_far) {
                return Err(Obstacle::Head);
            }
        }
        if self.row_at == RowAt::EachStep
            && self.is_barred(so_far.after::<Self>(&step).now().own(), opponent)
        {
            return Err(Obstacle::Row);
        }
        Ok(step)
    }

    /// Opposing checkers that are home have passed all rows, so rows matter only if they are always
    /// forbidden.
    fn bears_off_as_backgammon(self) -> bool {
        self.row != Row::Forbidden
    }

    fn may_end(self, turn: &PlaySoFar) -> Result<(), Obstacle> {
        let barred = self.row_at == RowAt::EndOfTurn
            && self.is_barred(turn.now().own(), turn.now().opponent());
        if barred { Err(Obstacle::Row) } else { Ok(()) }
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let (own, opponent) = (position.own(), position.opponent());
        if self.is_barred(own, opponent) {
            Err(InvalidPosition::Row(Side::OnRoll))
        } else if self.is_barred(opponent, own) {
            Err(InvalidPosition::Row(Side::Opponent))
        } else {
            Ok(())
        }
    }

    fn class(self, position: &Position) -> Class {
        parallel::class(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(
            position,
            |loser| {
                if self.single { Win::Single } else { gammon_at_most(loser) }
            },
        )
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let [win, gammon, _, lose, loses_gammon, _] = parallel::possible(position);
        let counts = !self.single;
        [win, gammon && counts, false, lose, loses_gammon && counts, false]
    }

    #[inline]
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if let Some(board) = build_board(position) {
            self.plays(position, &board, dice, results);
        }
    }

    /// Builds the masks once for all rolls.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        let board = build_board(position);
        results_of_rolls(self, position, results, ends, |dice, results| {
            if let Some(board) = &board {
                self.plays(position, board, dice, results);
            }
        });
    }
}
