//! Global features: dense inputs computed from the whole position.

use super::one_side::{HALF, OneSide};
use crate::inputs::{
    board::{ALL_CHECKERS, BOARD, HOME_BOARD, ROLLS, highest},
    feature_writer::FeatureWriter,
};
use sheshbesh_movegen::{HOME, OFF, POINTS};

/// Number of global features of a side.
pub(super) const GLOBAL: usize = 43;

/// Bits 1 to 11: a checker there has passed the other side's start.
pub(super) const PASSED: u32 = ((1 << (HALF - 1)) - 1) << 1;

/// Writes the global features of one side.
#[inline(always)]
pub(super) fn write_global(side: &OneSide, other: &OneSide, out: &mut [f32]) {
    let mut out = FeatureWriter::new(out);
    // The last point but one.
    let second = highest(side.occupied & !(1 << side.rearmost));
    write_race(side, other, second, &mut out);
    write_playable(side, other, &mut out);
    write_escapes(side, other, second, &mut out);
    write_containment(side, other, &mut out);
    write_row(side, other, &mut out);
    write_points(side, &mut out);
    write_mobility(side, other, &mut out);
    debug_assert_eq!(out.written(), GLOBAL);
}

/// Writes the race; a runner past the other side's start; the last point; the last point but one.
#[inline(always)]
fn write_race(side: &OneSide, other: &OneSide, second: u32, out: &mut FeatureWriter<'_>) {
    out.put(((other.pips - side.pips) / 40.0).clamp(-2.0, 2.0));
    out.put(if side.occupied & PASSED != 0 || side.counts[usize::from(OFF)] > 0 {
        1.0
    } else {
        0.0
    });
    out.put(side.rearmost as f32 / f32::from(POINTS));
    out.put(second as f32 / f32::from(POINTS));
}

/// Writes, for each number, the number of points with a checker that can play it; rolls without a
/// playable number, and rolls with an unplayable number.
#[inline(always)]
fn write_playable(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let open = BOARD & !other.seen_by_other;
    let bears_off = side.rearmost <= u32::from(HOME);
    let mut closed = 0;
    for number in 1..=6 {
        let on_board = side.occupied & (open << number);
        let off = if bears_off { side.occupied & ((2 << number) - 2) } else { 0 };
        let movable = (on_board | off).count_ones();
        closed += u32::from(movable == 0);
        out.put(movable.min(4) as f32 / 4.0);
    }
    let (closed, playable) = (closed as f32, (6 - closed) as f32);
    out.put(closed * closed / ROLLS);
    out.put(1.0 - playable * playable / ROLLS);
}

/// Writes escapes and advance of the last checker, and escapes of the next group.
#[inline(always)]
fn write_escapes(side: &OneSide, other: &OneSide, second: u32, out: &mut FeatureWriter<'_>) {
    let last = side.faces(other, side.rearmost.max(1));
    out.put(last.escapes());
    out.put(last.advance() / 8.0);
    out.put(side.faces(other, second.max(1)).escapes());
}

/// Writes the containment: the escapes of a checker of the other side from each point in front of
/// and on this side's blockade, and the least from any of these points that its last checker has
/// not passed.
#[inline(always)]
fn write_containment(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let mut least = 1.0f32;
    for index in (HALF + 1..=POINTS).rev() {
        let escapes = other.faces(side, u32::from(index)).escapes();
        out.put(escapes);
        if u32::from(index) <= other.rearmost {
            least = least.min(escapes);
        }
    }
    out.put(least);
}

/// Writes the longest row in the other side's way with some of its checkers behind it: length, end
/// and checkers behind; points held among the 6 and the 12 ahead of the last checker.
#[inline(always)]
fn write_row(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let behind = (1 << other.rearmost) - 1;
    let (mut row, mut longest, mut length) = (side.seen_by_other & behind, 0, 0);
    while row != 0 {
        longest = row;
        row &= row >> 1;
        length += 1;
    }
    let end = highest(longest);
    out.put(length as f32 / 6.0);
    out.put(f32::from(length >= 4));
    out.put(f32::from(length >= 5));
    out.put(f32::from(length >= 6));
    out.put(end as f32 / f32::from(POINTS));
    let hemmed_in: u8 = other.counts[end as usize + 1..=usize::from(POINTS)].iter().sum();
    out.put(if length > 2 { f32::from(hemmed_in) / ALL_CHECKERS } else { 0.0 });
    let ahead = side.ahead_of_other >> (26 - other.rearmost.max(1));
    out.put((ahead & 0x3f).count_ones() as f32 / 6.0);
    out.put((ahead & 0xfff).count_ones() as f32 / 6.0);
}

/// Writes the points held in each quarter and in total.
#[inline(always)]
fn write_points(side: &OneSide, out: &mut FeatureWriter<'_>) {
    for quarter in 0..4 {
        out.put((side.occupied & (HOME_BOARD << (6 * quarter))).count_ones() as f32 / 6.0);
    }
    out.put(side.occupied.count_ones() as f32 / ALL_CHECKERS);
}

/// Writes the mobility: total mean advance of the checkers outside, and the number of checkers
/// held.
#[inline(always)]
fn write_mobility(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let (mut mobility, mut held) = (0.0, 0.0);
    let mut outside = side.occupied & !HOME_BOARD;
    while outside != 0 {
        let index = outside.trailing_zeros();
        outside &= outside - 1;
        let count = f32::from(side.counts[index as usize]);
        let blocks = side.faces(other, index);
        mobility += count * blocks.advance();
        held += count * (1.0 - blocks.escapes());
    }
    out.put(mobility / 100.0);
    out.put(held / 8.0);
}
