//! Per-point features: sparse inputs, which are mostly zero.

use super::one_side::{HALF, OneSide};
use sheshbesh_movegen::POINTS;

/// Number of per-point features of a side: the containment of the checkers on each point from 24 to
/// 13.
pub(super) const HELD: usize = HALF as usize;

/// Writes, for the points from 24 down to 13, a quarter of the number of checkers times the
/// fraction of rolls with which one does not escape.
#[inline(always)]
pub(super) fn write_held(side: &OneSide, other: &OneSide, out: &mut [f32]) {
    let mut back = side.occupied & !0 << (HALF + 1);
    while back != 0 {
        let index = back.trailing_zeros();
        back &= back - 1;
        let escapes = side.faces(other, index).escapes();
        out[POINTS as usize - index as usize] =
            f32::from(side.counts[index as usize]) / 4.0 * (1.0 - escapes);
    }
}
