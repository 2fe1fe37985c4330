//! Remaining contact, and distribution of the checkers.

use super::{
    columns::{BACK_GAME, CONTACT, Out, VARIANCE},
    sides::{Sides, unrolled},
};
use crate::{
    inputs::board::{ALL_CHECKERS, OPPOSING_HOME},
    simd::{Lanes, U32x8},
};
use sheshbesh_movegen::{BAR, HOME, POINTS};

const FIRST_OF_OPPOSING_HOME: usize = (POINTS - HOME) as usize + 1;

#[inline(always)]
pub(super) fn write<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let Sides { side, other } = sides;
    let meeting = U32x8::splat(BAR.into()) - other.rearmost;
    // Running sums from the bar on: the number of checkers; the sum of these numbers, which ends as
    // Σ count × pips; and the sum of those sums, which ends as Σ count × pips × (pips + 1) / 2.
    let zero = U32x8::splat(0);
    let [mut checkers, mut pips, mut triangles] = [zero; 3];
    let [mut behind, mut pips_behind, mut in_opposing_home] = [zero; 3];
    // Unrolled, so that shifts are by constants.
    unrolled!(INDEX in 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 => {
        let count = side.on(INDEX);
        checkers = checkers + count;
        pips = pips + checkers;
        triangles = triangles + pips;
        let is_behind = U32x8::splat(INDEX as u32).greater(meeting);
        behind = behind + (is_behind & count);
        pips_behind = pips_behind + (is_behind & checkers);
        if INDEX == FIRST_OF_OPPOSING_HOME {
            in_opposing_home = checkers;
        }
    });
    let pips_beyond = pips - pips_behind - behind * meeting;
    (pips_behind.to_f32() / 100.0).store(&mut out.dense[CONTACT]);
    (pips_beyond.to_f32() / 50.0).store(&mut out.dense[CONTACT + 1]);
    (side.rearmost.to_f32() / f32::from(BAR)).store(&mut out.dense[CONTACT + 2]);
    (behind.to_f32() / ALL_CHECKERS).store(&mut out.dense[CONTACT + 3]);

    let mean = pips.to_f32() / ALL_CHECKERS;
    let squares = triangles + triangles - pips;
    let variance = squares.to_f32() / ALL_CHECKERS - mean * mean;
    (variance / 100.0).store(&mut out.dense[VARIANCE]);

    let anchors = (side.made & OPPOSING_HOME).count_ones();
    let several = anchors.greater(U32x8::splat(1));
    ((several & anchors).to_f32() / 2.0).store(&mut out.more[BACK_GAME]);
    ((several & in_opposing_home).to_f32() / 6.0).store(&mut out.more[BACK_GAME + 1]);
}
