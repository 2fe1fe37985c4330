//! What games have in common in which both sides run the same way round, a side's 12 point being where
//! the other starts, one checker closes a point, and nobody is hit.
//!
//! Steps are backgammon's with other points closed, so its generator finds the plays. What these games
//! forbid beyond that mostly depends on how a turn ends and not on the order of its steps: such plays
//! are dropped once they have been found.

use super::hitting::Board;
use crate::{
    dice::Dice,
    position::{Checkers, Class, HOME, OFF, POINTS, Position, View},
};

/// How the sides count each other's points.
pub(super) const VIEW: View = View::Parallel(POINTS / 2);
/// The point of the other side's start.
pub(super) const OTHER_START: u8 = POINTS / 2;
/// Bits 1 to 24.
pub(super) const ALL_POINTS: u32 = ((1 << POINTS) - 1) << 1;
/// The six points from 24 to 19.
pub(super) const START_QUARTER: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);

/// The points that a side holds, as bits of the other side's own points.
#[inline]
pub(super) const fn seen_by_other(own: Checkers) -> u32 {
    turned(own.occupied())
}

/// Bits of one side's points as those of the other's.
#[inline]
pub(super) const fn turned(points: u32) -> u32 {
    let points = points & ALL_POINTS;
    let half = OTHER_START as u32;
    (points >> half | points << half) & ALL_POINTS
}

/// Whoever has not come past the other's start can still be blocked there or beyond.
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

/// Wins single and gammon are possible until the loser has borne off a checker.
pub(super) fn possible(position: &Position) -> [bool; super::OUTCOMES] {
    let gammon = |loser: Checkers| loser.on(OFF) == 0;
    [true, gammon(position.opponent()), false, true, gammon(position.own()), false]
}

/// Adds the distinct plays of a roll that `is_legal` likes, which is shown the mover's checkers after
/// the turn. Gives false, and adds none, where there are plays and it likes no longest one: then shorter
/// ones may be legal, and have to be looked for elsewhere.
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

/// Keeps those results from `first` on after which the mover's checkers are as they should be.
#[inline]
pub(super) fn keep(results: &mut Vec<Position>, first: usize, is_legal: impl Fn(Checkers) -> bool) {
    let mut kept = first;
    for place in first..results.len() {
        let result = results[place];
        results[kept] = result;
        kept += usize::from(is_legal(result.opponent()));
    }
    results.truncate(kept);
}
