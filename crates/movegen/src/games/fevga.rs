//! Fevga (φεύγα), the third game of tavli; Moultezim is its close kin.
//!
//! All fifteen checkers start on the 24 point, and both sides run the same way round: a side's 12
//! point is where the other starts. One checker closes a point, and nobody is hit. Three rules are
//! its own:
//!
//! - **The runner.** Until one checker has passed the other side's start, no other may move.
//! - **The start quarter.** A turn may not end with all six points from 24 to 19 held.
//! - **The trap.** Six points in a row right before all that the other side still has on the board
//!   must be opened by a turn that can.
//!
//! It counts single games and gammons, and is played without a cube. Some forbid all six points of
//! the other side's start quarter instead, and ask for no trap to be opened.

use super::{
    hitting::Board,
    parallel::{self, ALL_POINTS, OTHER_START, START_QUARTER, seen_by_other},
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, gammon_at_most, results_of_rolls, usual_step,
    },
};
use crate::{
    dice::Dice,
    players::Side,
    position::{Checkers, Class, HOME, InvalidPosition, Position, View},
};

/// The rules of Fevga.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fevga {
    /// Which six points may not be held at the end of a turn.
    pub closed_quarter: ClosedQuarter,
}

/// Which six points a turn may not end with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClosedQuarter {
    /// Those of one's own start quarter, and traps must be opened.
    #[default]
    Own,
    /// Those of the opponent's start quarter.
    Opponents,
}

/// The points before the other side's start, those of checkers that have passed, and those off.
const PASSED: u32 = (1 << OTHER_START) - 1;

/// Whether the runner, the foremost checker, has yet to pass.
const fn runs(own: Checkers) -> bool {
    own.occupied() & PASSED == 0
}

/// Whether six points of the player on roll stand right before all that the opponent has on the
/// board.
fn traps(position: &Position) -> bool {
    let held = position.opponent().occupied() & ALL_POINTS;
    if !held.is_power_of_two() {
        return false;
    }
    let behind = held.trailing_zeros() as u8;
    behind > HOME
        && (behind - HOME..behind).all(|index| position.own().on(parallel::VIEW.other(index)) > 0)
}

impl Fevga {
    /// The usual rules.
    pub const FEVGA: Self = Self { closed_quarter: ClosedQuarter::Own };

    /// Whether a side holds all points of a quarter that it may not.
    fn closes(self, own: Checkers) -> bool {
        let points = match self.closed_quarter {
            ClosedQuarter::Own => own.occupied(),
            ClosedQuarter::Opponents => seen_by_other(own),
        };
        points & START_QUARTER == START_QUARTER
    }
}

/// The board, unless the game is over or the runner has still to pass: then no other checker may go
/// on before it has, which is looked after step by step.
#[inline]
fn board(position: &Position) -> Option<Board> {
    let (own, opponent) = (position.own(), position.opponent());
    let is_free = !own.all_off() && !opponent.all_off() && !runs(own);
    is_free.then(|| Board::without_hits(position, seen_by_other(opponent)))
}

impl Fevga {
    /// Adds the plays of a roll.
    #[inline]
    fn plays(self, position: &Position, board: &Board, dice: Dice, results: &mut Vec<Position>) {
        let before = results.len();
        if !parallel::add_plays(board, dice, results, |own| !self.closes(own)) {
            // The longest plays all close the quarter.
            distinct_results(self, position, dice, results);
            return;
        }
        let is_behind = (position.opponent().occupied() & ALL_POINTS).is_power_of_two();
        if is_behind && self.closed_quarter == ClosedQuarter::Own {
            let opens = |own| !traps(&Position::from_sides_unchecked(own, position.opponent()));
            if results[before..].iter().any(|result| opens(result.opponent())) {
                parallel::keep(results, before, opens);
            }
        }
    }
}

impl Rules for Fevga {
    const FAMILY: Family = Family::Parallel;
    const VIEW: View = parallel::VIEW;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let own = so_far.now().own();
        let foremost = (own.occupied() & ALL_POINTS).trailing_zeros();
        if runs(own) && own.on(from) > 0 && u32::from(from) != foremost {
            return Err(Obstacle::Runner);
        }
        usual_step::<Self>(so_far, from, number)
    }

    fn may_end(self, turn: &PlaySoFar) -> Result<(), Obstacle> {
        if self.closes(turn.now().own()) { Err(Obstacle::StartQuarter) } else { Ok(()) }
    }

    fn is_preferred(self, turn: &PlaySoFar) -> bool {
        self.closed_quarter == ClosedQuarter::Opponents || !traps(turn.now())
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        for (side, checkers) in
            [(Side::OnRoll, position.own()), (Side::Opponent, position.opponent())]
        {
            if self.closes(checkers) {
                return Err(InvalidPosition::StartQuarter(side));
            }
        }
        Ok(())
    }

    fn class(self, position: &Position) -> Class {
        parallel::class(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, gammon_at_most)
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        parallel::possible(position)
    }

    #[inline]
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if let Some(board) = board(position) {
            self.plays(position, &board, dice, results);
        } else {
            distinct_results(self, position, dice, results);
        }
    }

    /// The masks are made once.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
    ) -> [usize; Dice::ALL.len()] {
        let board = board(position);
        results_of_rolls(position, results, |dice, results| match &board {
            Some(board) => self.plays(position, board, dice, results),
            None => distinct_results(self, position, dice, results),
        })
    }
}
