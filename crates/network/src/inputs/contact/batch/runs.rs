//! Runs of points: primes and gaps.

use super::{
    columns::{GAPS, Out, PRIMES},
    sides::{Sides, highest},
};
use crate::simd::{Lanes, U32x8};
use sheshbesh_movegen::{BAR, POINTS};

/// The longest run of bits of each mask.
struct Runs<L: Lanes> {
    length: U32x8<L>,
    /// Lowest bits of the longest runs.
    lowest: U32x8<L>,
}

#[inline(always)]
fn longest<L: Lanes>(mask: U32x8<L>) -> Runs<L> {
    let mut runs = Runs { length: U32x8::splat(0), lowest: mask };
    let mut left = mask;
    while left.union() != 0 {
        let none = left.equal(0);
        runs.lowest = left | (runs.lowest & none);
        // A true comparison is -1.
        runs.length = runs.length + none + 1;
        left = left & (left >> 1);
    }
    runs
}

/// Writes the longest prime, and the points made ahead of the other side's last checker.
#[inline(always)]
pub(super) fn write_primes<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let Sides { side, other } = sides;
    let runs = longest(side.made);
    (runs.length.to_f32() / 6.0).store(&mut out.dense[PRIMES]);
    (highest(runs.lowest).to_f32() / f32::from(POINTS)).store(&mut out.dense[PRIMES + 1]);
    let from = other.rearmost - other.rearmost.equal(0);
    let ahead = side.made.shr_each(U32x8::splat(u32::from(BAR) + 1) - from);
    let six = (ahead & 0x3f).count_ones();
    let twelve = (ahead & 0xfff).count_ones();
    (six.to_f32() / 6.0).store(&mut out.dense[PRIMES + 2]);
    (twelve.to_f32() / 6.0).store(&mut out.dense[PRIMES + 3]);
}

/// Writes the largest gap between occupied points, and the excess of all gaps over six.
#[inline(always)]
pub(super) fn write_gaps<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let occupied = sides.side.occupied;
    let below = sides.side.rearmost_bit() - 1;
    // Negation inverts the bits above the lowest set bit.
    let empty = (U32x8::splat(0) - occupied) & !occupied & below;
    let is_one = (occupied & below).equal(0);
    // A gap is one more than the number of empty points between its ends.
    let largest = (longest(empty).length + 1) & !is_one;
    let two = empty & (empty >> 1);
    let six = two & (two >> 2) & (two >> 4);
    (largest.to_f32() / 12.0).store(&mut out.dense[GAPS]);
    (six.count_ones().to_f32() / 12.0).store(&mut out.dense[GAPS + 1]);
}
