//! Plays of games whose sides run the same way round, where one checker closes a point and nobody is
//! hit.
//!
//! Steps are backgammon's with other points closed, so its generator finds the plays. What these games
//! forbid beyond that mostly depends on how a turn ends and not on the order of its steps: such plays
//! are dropped once they have been found.

use super::hitting::Board;
use crate::{
    dice::Dice,
    position::{Checkers, POINTS, Position},
};

/// How many points further on the other side counts.
pub(super) const FURTHER: u8 = POINTS / 2;
/// Bits 1 to 24.
pub(super) const ALL_POINTS: u32 = ((1 << POINTS) - 1) << 1;

/// The points of the player on roll where the other side has checkers.
#[inline]
pub(super) const fn closed(position: &Position) -> u32 {
    let points = position.opponent().occupied() & ALL_POINTS;
    (points << FURTHER | points >> (POINTS - FURTHER)) & ALL_POINTS
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
