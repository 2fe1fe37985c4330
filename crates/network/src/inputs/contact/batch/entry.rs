//! Entry: the cost of checkers on the bar, actual and possible.

use super::{
    columns::{ENTRY, Out, PIPS_LOST},
    sides::Sides,
};
use crate::{
    inputs::{
        board::{HOME_BOARD, ROLLS},
        contact::entry::{LOST, MOST, PATTERNS},
    },
    simd::{F32x8, Lanes, U32x8},
};
use sheshbesh_movegen::{BAR, HOME};

#[inline(always)]
pub(super) fn write<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let Sides { side, other } = sides;
    let on_bar = side.on(BAR.into());
    let [mut stays, mut lost] = [U32x8::splat(0).to_f32(); 2];
    if on_bar.union() != 0 {
        let closed = (other.made & HOME_BOARD).count_ones() & !on_bar.equal(0);
        stays = stays_out(closed);
        lost = pips_lost(other.made, on_bar.min(U32x8::splat(MOST as u32)));
    }
    stays.store(&mut out.dense[ENTRY]);
    lost.store(&mut out.more[PIPS_LOST]);
    stays_out((side.made & HOME_BOARD).count_ones()).store(&mut out.dense[ENTRY + 1]);
    pips_lost(side.made, U32x8::splat(1)).store(&mut out.more[PIPS_LOST + 1]);
    pips_lost(side.made, U32x8::splat(2)).store(&mut out.more[PIPS_LOST + 2]);
}

#[inline(always)]
fn stays_out<L: Lanes>(points: U32x8<L>) -> F32x8<L> {
    let closed = points.to_f32() / f32::from(HOME);
    closed * closed
}

#[inline(always)]
fn pips_lost<L: Lanes>(made: U32x8<L>, on_bar: U32x8<L>) -> F32x8<L> {
    let pattern = (made & HOME_BOARD) >> 1;
    let row = on_bar << PATTERNS.trailing_zeros();
    (row | pattern).look_up(&LOST).to_f32() / ROLLS / 10.0
}
