//! Entry: the cost of checkers on the bar, actual and possible.

use super::{
    columns::{ENTRY, Out, PIPS_LOST},
    sides::Sides,
};
use crate::{
    inputs::{
        contact::entry::{LOST, MOST, PATTERNS},
        contact::v1::{HOME_BOARD, ROLLS},
    },
    simd::{Lanes, Numbers, Reals},
};
use sheshbesh_movegen::{BAR, HOME};

#[inline(always)]
pub(super) fn write<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let Sides { side, other } = sides;
    let on_bar = side.on(BAR.into());
    let [mut stays, mut lost] = [Numbers::splat(0).reals(); 2];
    if on_bar.union() != 0 {
        let closed = (other.made & HOME_BOARD).count_ones() & !on_bar.equal(0);
        stays = stays_out(closed);
        lost = pips_lost(other.made, on_bar.min(Numbers::splat(MOST as u32)));
    }
    stays.store(&mut out.dense[ENTRY]);
    lost.store(&mut out.more[PIPS_LOST]);
    stays_out((side.made & HOME_BOARD).count_ones()).store(&mut out.dense[ENTRY + 1]);
    pips_lost(side.made, Numbers::splat(1)).store(&mut out.more[PIPS_LOST + 1]);
    pips_lost(side.made, Numbers::splat(2)).store(&mut out.more[PIPS_LOST + 2]);
}

#[inline(always)]
fn stays_out<L: Lanes>(points: Numbers<L>) -> Reals<L> {
    let closed = points.reals() / f32::from(HOME);
    closed * closed
}

#[inline(always)]
fn pips_lost<L: Lanes>(made: Numbers<L>, on_bar: Numbers<L>) -> Reals<L> {
    let pattern = (made & HOME_BOARD) >> 1;
    let row = on_bar << PATTERNS.trailing_zeros();
    (row | pattern).look_up(&LOST).reals() / ROLLS / 10.0
}
