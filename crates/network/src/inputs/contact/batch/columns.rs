//! Column layout of the batch features.

use crate::{
    inputs::{
        contact::v1::count_per_side,
        contact::v2::{GLOBAL_MORE_PER_SIDE, PER_POINT_OF_SIDE},
    },
    simd::Column,
};
use sheshbesh_movegen::POINTS;

const DENSE_PER_SIDE: usize = count_per_side(false);

// Indices of the dense features of a side.
/// Pips not past and pips past the other side's last checker, last checker, checkers not past.
pub(super) const CONTACT: usize = 0;
/// The rearmost and the foremost anchor.
pub(super) const ANCHORS: usize = CONTACT + 4;
/// Rolls that hit, rolls that hit two, pips lost.
pub(super) const SHOTS: usize = ANCHORS + 2;
/// Escapes and advance of the last checker, escapes of the next group.
pub(super) const LAST: usize = SHOTS + 3;
/// Escapes from the bar and from each point of the home board.
pub(super) const CONTAINMENT: usize = LAST + 3;
pub(super) const LEAST: usize = CONTAINMENT + 7;
/// Length and end of the longest prime, points made among the six and the twelve ahead.
pub(super) const PRIMES: usize = LEAST + 1;
/// The chance to stay on the bar, and the chance that a hit checker would.
pub(super) const ENTRY: usize = PRIMES + 4;
pub(super) const MOBILITY: usize = ENTRY + 2;
pub(super) const HELD: usize = MOBILITY + 1;
pub(super) const VARIANCE: usize = HELD + 1;
/// The largest gap, and the excess of all gaps over six.
pub(super) const GAPS: usize = VARIANCE + 1;
/// Rolls that make a point, and rolls that cover a blot.
pub(super) const BUILDING: usize = GAPS + 2;
const _: () = assert!(BUILDING + 2 == DENSE_PER_SIDE);

// Indices of the additional dense features of `structural2`.
/// Pips lost by own checkers on the bar, and by one and two hit checkers of the other side.
pub(super) const PIPS_LOST: usize = 0;
/// Number of anchors, and number of checkers behind.
pub(super) const BACK_GAME: usize = PIPS_LOST + 3;
const _: () = assert!(BACK_GAME + 2 == GLOBAL_MORE_PER_SIDE);

// Indices of the per-point features.
pub(super) const RISKS: usize = 0;
pub(super) const HELD_BACK: usize = RISKS + POINTS as usize;

/// The columns of one side's features.
pub(super) struct Out<'a> {
    pub(super) dense: &'a mut [Column; DENSE_PER_SIDE],
    /// The dense features of the other side.
    pub(super) dense_of_other: &'a mut [Column; DENSE_PER_SIDE],
    pub(super) more: &'a mut [Column; GLOBAL_MORE_PER_SIDE],
    pub(super) per_point: &'a mut [Column; PER_POINT_OF_SIDE],
}

impl<'a> Out<'a> {
    #[inline(always)]
    pub(super) fn of_side(number: usize, columns: &'a mut [Column]) -> Self {
        let (dense, rest) = columns.split_at_mut(2 * DENSE_PER_SIDE);
        let (more, per_point) = rest.split_at_mut(2 * GLOBAL_MORE_PER_SIDE);
        let [first, second] = dense.as_chunks_mut().0 else {
            unreachable!("the columns have two sides")
        };
        let (dense, dense_of_other) = if number == 0 { (first, second) } else { (second, first) };
        Self {
            dense,
            dense_of_other,
            more: &mut more.as_chunks_mut().0[number],
            per_point: &mut per_point.as_chunks_mut().0[number],
        }
    }
}
