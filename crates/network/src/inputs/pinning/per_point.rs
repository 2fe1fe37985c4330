//! Per-point features: sparse inputs, which are mostly zero.

use super::{OneSide, POINTS};
use crate::inputs::{board::ROLLS, shots::Hits};

/// Number of features for pinned checkers: one for each point.
pub(super) const PINNED: usize = POINTS as usize;
/// Number of features for the fraction of the other side's rolls that pin a blot: one for each
/// point.
pub(super) const DANGER: usize = POINTS as usize;
/// Number of features for held checkers: one for each point from 24 to 13.
pub(super) const HELD: usize = POINTS as usize / 2;
/// Number of per-point features of a side.
pub(super) const PER_POINT: usize = PINNED + DANGER + HELD;

/// Runs `$body` for each point of a mask.
macro_rules! for_each_point {
    ($mask:expr, |$point:ident| $body:block) => {
        let mut rest: u32 = $mask;
        while rest != 0 {
            let $point = rest.trailing_zeros();
            rest &= rest - 1;
            $body
        }
    };
}

pub(super) use for_each_point;

/// Writes 1.0 for each pinned checker. `out` must be zero.
#[inline(always)]
pub(super) fn write_pinned(pinned: u32, out: &mut [f32]) {
    for_each_point!(pinned, |point| {
        out[point as usize - 1] = 1.0;
    });
}

/// Writes the per-point features of one side. `out` must be zero.
#[inline(always)]
pub(super) fn write_per_point(side: &OneSide, other: &OneSide, hits: &Hits, out: &mut [f32]) {
    let (pinned, out) = out.split_at_mut(PINNED);
    let (danger, held) = out.split_at_mut(DANGER);
    write_pinned(side.pinned, pinned);
    for_each_point!(side.blots(), |point| {
        danger[point as usize - 1] = hits.of_blot(point) / ROLLS * 2.0;
    });
    for_each_point!(side.free & !0 << (POINTS as usize - HELD + 1), |point| {
        let escapes = side.faces(other, point).escapes();
        held[POINTS as usize - point as usize] =
            f32::from(side.on(point as u8)) / 4.0 * (1.0 - escapes);
    });
}
