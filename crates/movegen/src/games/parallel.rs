//! Common parts of the games in which both sides move in the same direction: a side's 12 point is
//! the other side's start, one checker holds a point, and there is no hitting.
//!
//! The steps are those of backgammon with other points closed, so backgammon's generator finds the
//! plays. Most other restrictions of these games depend on the position after a turn and not on the
//! order of its steps. Plays that violate them are dropped afterwards.

use super::hitting::Board;
use crate::board::{Checkers, Class, Dice, HOME, OFF, POINTS, Position, View};

/// Relation between the point numbers of the two sides.
pub(super) const VIEW: View = View::Parallel(POINTS / 2);
/// The starting point of the other side.
pub(super) const OTHER_START: u8 = POINTS / 2;
/// Bits 1 to 24.
pub(super) const ALL_POINTS: u32 = ((1 << POINTS) - 1) << 1;
/// The six points from 24 to 19.
pub(super) const START_QUARTER: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);

/// The points that a side holds, as bits of the other side's points.
#[inline]
pub(super) const fn seen_by_other(own: Checkers) -> u32 {
    turned(own.occupied())
}

/// Converts bits of one side's points to bits of the other side's points.
#[inline]
pub(super) const fn turned(points: u32) -> u32 {
    turned_by(points, OTHER_START)
}

/// Converts bits of a side's points to bits of the other side's points if `further` is the
/// [`View::Parallel`] of the other side.
#[inline]
pub(super) const fn turned_by(points: u32, further: u8) -> u32 {
    let points = points & ALL_POINTS;
    (points >> further | points << (POINTS - further)) & ALL_POINTS
}

/// The class of a position. A checker that has not passed the other side's start can still be
/// blocked there or beyond.
pub(super) fn class(position: &Position) -> Class {
    let (own, opponent) = (position.own(), position.opponent());
    let rearmost = own.rearmost().max(opponent.rearmost());
    if own.all_off() || opponent.all_off() {
        Class::Over
    } else if rearmost > OTHER_START {
        Class::Contact
    } else if rearmost > HOME {
        Class::Race
    } else {
        Class::Bearoff
    }
}

/// The possible outcomes: a gammon is possible until the loser has borne off a checker.
pub(super) fn possible(position: &Position) -> [bool; super::OUTCOMES] {
    let gammon = |loser: Checkers| loser.on(OFF) == 0;
    [true, gammon(position.opponent()), false, true, gammon(position.own()), false]
}

/// Adds the distinct plays of a roll that `is_legal` accepts; its argument is the mover's checkers
/// after the turn. Returns false, and adds nothing, if there are plays but none of the longest is
/// legal. Shorter plays may be legal then, and must be generated elsewhere.
#[inline]
pub(super) fn add_plays(
    board: &Board,
    dice: Dice,
    results: &mut Vec<Position>,
    is_legal: impl Fn(Checkers) -> bool,
) -> bool {
    let before = results.len();
    board.plays(dice, results);
    let found = results.len();
    keep(results, before, is_legal);
    results.len() > before || found == before
}

/// Keeps only the results from index `first` on after which the mover's checkers are legal.
#[inline]
pub(super) fn keep(results: &mut Vec<Position>, first: usize, is_legal: impl Fn(Checkers) -> bool) {
    let mut legal = first;
    for index in first..results.len() {
        let result = results[index];
        results[legal] = result;
        legal += usize::from(is_legal(result.opponent()));
    }
    results.truncate(legal);
}
