//! Fevga (φεύγα), the third game of tavli; Moultezim is a close relative.
//!
//! All fifteen checkers start on the 24 point, and both sides move in the same direction: a side's
//! 12 point is the other side's starting point. One checker holds a point, and there is no hitting.
//! Three rules are specific to the game:
//!
//! - **Runner.** Until one checker has passed the other side's start, no other checker may move.
//! - **Start quarter.** A turn may not end with all six points from 24 to 19 held.
//! - **Trap.** Six points in a row directly in front of all the opponent's checkers on the board
//!   must be opened if a play can open them.
//!
//! Wins count as single games or gammons, and there is no cube. Some players forbid all six points
//! of the other side's start quarter instead, and have no trap rule.
//!
//! Jacquet (жакет) is the French form: the runner must come home before another checker may move,
//! and any points may be held.

use super::{
    hitting::Board,
    parallel::{self, ALL_POINTS, OTHER_START, START_QUARTER, seen_by_other},
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, gammon_at_most, results_of_rolls, usual_step,
    },
};
use crate::board::{Checkers, Class, Dice, HOME, InvalidPosition, Position, Side, View};

/// The rules of Fevga.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fevga {
    /// The quarter whose six points may not all be held at the end of a turn.
    pub closed_quarter: ClosedQuarter,
    /// The goal of the runner, before which no other checker may move.
    pub runner: Runner,
}

/// A quarter whose six points may not all be held at the end of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClosedQuarter {
    /// The player's own start quarter; traps must be opened too.
    #[default]
    Own,
    /// The opponent's start quarter; there is no trap rule.
    Opponents,
    /// None: any points may be held, and there is no trap rule.
    None,
}

/// Goal of the runner, the first checker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Runner {
    /// A point beyond the other side's start.
    #[default]
    PastStart,
    /// A point at home.
    Home,
}

impl Runner {
    /// The indices from the goal on, and off.
    const fn goal(self) -> u32 {
        match self {
            Self::PastStart => (1 << OTHER_START) - 1,
            Self::Home => (1 << (HOME + 1)) - 1,
        }
    }
}

/// True if the player on roll holds six points directly in front of all the opponent's checkers on
/// the board.
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
    pub const FEVGA: Self = Self { closed_quarter: ClosedQuarter::Own, runner: Runner::PastStart };
    /// The usual rules of Jacquet.
    pub const JACQUET: Self = Self { closed_quarter: ClosedQuarter::None, runner: Runner::Home };

    /// True if the runner, the foremost checker, has not reached its goal yet.
    const fn runs(self, own: Checkers) -> bool {
        own.occupied() & self.runner.goal() == 0
    }

    /// True if a side holds all points of the forbidden quarter.
    fn closes(self, own: Checkers) -> bool {
        let points = match self.closed_quarter {
            ClosedQuarter::Own => own.occupied(),
            ClosedQuarter::Opponents => seen_by_other(own),
            ClosedQuarter::None => return false,
        };
        points & START_QUARTER == START_QUARTER
    }
}

impl Fevga {
    /// The board for the fast generator. `None` if the game is over, or if the runner has not
    /// reached its goal: then no other checker may move until it has, which must be checked at each
    /// step.
    #[inline]
    fn build_board(self, position: &Position) -> Option<Board> {
        let (own, opponent) = (position.own(), position.opponent());
        let is_free = !own.all_off() && !opponent.all_off() && !self.runs(own);
        is_free.then(|| Board::without_hits(position, seen_by_other(opponent)))
    }

    /// Adds the plays of a roll.
    #[inline]
    fn plays(self, position: &Position, board: &Board, dice: Dice, results: &mut Vec<Position>) {
        let before = results.len();
        if !parallel::add_plays(board, dice, results, |own| !self.closes(own)) {
            // All the longest plays close the quarter.
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
        if self.runs(own) && own.on(from) > 0 && u32::from(from) != foremost {
            return Err(Obstacle::Runner);
        }
        usual_step::<Self>(so_far, from, number)
    }

    fn may_end(self, turn: &PlaySoFar) -> Result<(), Obstacle> {
        if self.closes(turn.now().own()) { Err(Obstacle::StartQuarter) } else { Ok(()) }
    }

    fn is_preferred(self, turn: &PlaySoFar) -> bool {
        self.closed_quarter != ClosedQuarter::Own || !traps(turn.now())
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
        if let Some(board) = self.build_board(position) {
            self.plays(position, &board, dice, results);
        } else {
            distinct_results(self, position, dice, results);
        }
    }

    /// Builds the masks once for all rolls.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        let board = self.build_board(position);
        results_of_rolls(self, position, results, ends, |dice, results| match &board {
            Some(board) => self.plays(position, board, dice, results),
            None => distinct_results(self, position, dice, results),
        });
    }
}
