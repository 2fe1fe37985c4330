//! Building: points and covers that the next roll can make.

use super::{
    columns::{BUILDING, Out},
    sides::{Sides, mirrored},
};
use crate::{
    inputs::{board::ROLLS, contact::building::BLOCKING_ZONE},
    simd::{Lanes, U32x8},
};

#[inline(always)]
pub(super) fn write<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let Sides { side, other } = sides;
    let spare = side.blots() | side.three_or_more;
    let empty = (!(side.occupied | mirrored(other.made))) & BLOCKING_ZONE;
    let slots = side.blots() & BLOCKING_ZONE;
    let pairs = (side.made ^ side.three_or_more) | side.four_or_more;

    let zero = U32x8::splat(0);
    // A true comparison is -1: these are the numbers of failing rolls, negated.
    let [mut make_none, mut doubles_make_none] = [zero; 2];
    let [mut numbers_cover_none, mut doubles_cover_none] = [zero; 2];
    let mut reached = [zero; 6];
    for number in 1..=6 {
        let once = spare >> number;
        let (fills, covers) = (once & empty, once & slots);
        for lower in &reached[..number as usize - 1] {
            make_none = make_none + (fills & *lower).equal(0);
        }
        reached[number as usize - 1] = once;
        numbers_cover_none = numbers_cover_none + covers.equal(0);
        let twice = spare >> (2 * number);
        let by_double = (fills & twice) | ((pairs >> number) & empty);
        doubles_make_none = doubles_make_none + by_double.equal(0);
        doubles_cover_none = doubles_cover_none + (covers | (twice & slots)).equal(0);
    }
    let makes = make_none + make_none + doubles_make_none + 36;
    // All rolls, less the rolls of two different numbers that both fail, less such doubles.
    let neither = zero - numbers_cover_none;
    let covers = U32x8::splat(36) - neither * (neither - 1) + doubles_cover_none;
    (makes.to_f32() / ROLLS).store(&mut out.dense[BUILDING]);
    (covers.to_f32() / ROLLS).store(&mut out.dense[BUILDING + 1]);
}
