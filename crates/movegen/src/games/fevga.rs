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
//! It counts single games and gammons, and is played without a cube. Sources differ on the trap:
//! some forbid six in a row on the other side's start quarter instead.

use super::{
    hitting::Board,
    parallel::{self, ALL_POINTS},
    rules::{
        CheckerMove, Family, GameEnd, Landing, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        distinct_results, first_to_bear_off, results_of_rolls, usual_step,
    },
};
use crate::{
    dice::Dice,
    position::{Checkers, Class, HOME, OFF, POINTS, Position, View, Win},
};

/// The rules of Fevga.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fevga;

/// The point of the other side's start.
const OTHER_START: u8 = POINTS / 2;
/// The points before it, those of checkers that have passed, and those that are off.
const PASSED: u32 = (1 << OTHER_START) - 1;
/// The six points from 24 to 19.
const START_QUARTER: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);

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
        && (behind - HOME..behind).all(|index| position.own().on(Fevga::VIEW.other(index)) > 0)
}

/// The value of a win over a side that still has checkers in play.
const fn win_over(loser: Checkers) -> Win {
    if loser.on(OFF) > 0 { Win::Single } else { Win::Gammon }
}

/// The board, unless the game is over or the runner has still to pass: then no other checker may go
/// on before it has, which is looked after step by step.
#[inline]
fn board(position: &Position) -> Option<Board> {
    let (own, opponent) = (position.own(), position.opponent());
    let is_free = !own.all_off() && !opponent.all_off() && !runs(own);
    is_free.then(|| Board::without_hits(position, parallel::closed(position)))
}

/// Adds the plays of a roll.
#[inline]
fn plays(position: &Position, board: &Board, dice: Dice, results: &mut Vec<Position>) {
    let before = results.len();
    let may_end = |own: Checkers| own.occupied() & START_QUARTER != START_QUARTER;
    if !parallel::add_plays(board, dice, results, may_end) {
        // The longest plays all fill the start quarter.
        distinct_results::<Fevga>(position, dice, results);
    } else if traps(position) {
        let opens = |own| !traps(&Position::from_sides_unchecked(own, position.opponent()));
        if results[before..].iter().any(|result| opens(result.opponent())) {
            parallel::keep(results, before, opens);
        }
    }
}

impl Rules for Fevga {
    const FAMILY: Family = Family::Fevga;
    const VIEW: View = View::Parallel(12);
    const CLOSED_BY: u8 = 1;
    const LANDING: Landing = Landing::Nothing;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;

    fn step(so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let own = so_far.now().own();
        let foremost = (own.occupied() & ALL_POINTS).trailing_zeros();
        if runs(own) && own.on(from) > 0 && u32::from(from) != foremost {
            return Err(Obstacle::Runner);
        }
        usual_step::<Self>(so_far, from, number)
    }

    fn may_end(turn: &PlaySoFar) -> Result<(), Obstacle> {
        let held = turn.now().own().occupied() & START_QUARTER;
        if held == START_QUARTER { Err(Obstacle::StartQuarter) } else { Ok(()) }
    }

    fn is_preferred(turn: &PlaySoFar) -> bool {
        !traps(turn.start()) || !traps(turn.now())
    }

    fn class(position: &Position) -> Class {
        let (own, opponent) = (position.own(), position.opponent());
        let rearmost = own.rearmost().max(opponent.rearmost());
        if own.all_off() || opponent.all_off() {
            Class::Over
        } else if rearmost > OTHER_START {
            // Whoever has not come past the other's start can still be blocked there or beyond.
            Class::Contact
        } else if rearmost > HOME {
            Class::Race
        } else {
            Class::Bearoff
        }
    }

    fn end(position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, win_over)
    }

    fn possible(position: &Position) -> [bool; OUTCOMES] {
        let gammon = |loser: Checkers| loser.on(OFF) == 0;
        [true, gammon(position.opponent()), false, true, gammon(position.own()), false]
    }

    #[inline]
    fn generate(position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if let Some(board) = board(position) {
            plays(position, &board, dice, results);
        } else {
            distinct_results::<Self>(position, dice, results);
        }
    }

    /// The masks are made once.
    fn generate_rolls(
        position: &Position,
        results: &mut Vec<Position>,
    ) -> [usize; Dice::ALL.len()] {
        let board = board(position);
        results_of_rolls(position, results, |dice, results| match &board {
            Some(board) => plays(position, board, dice, results),
            None => distinct_results::<Self>(position, dice, results),
        })
    }
}
