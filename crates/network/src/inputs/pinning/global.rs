//! Global features: dense inputs computed from the whole position.

use super::{HOME, OneSide, POINTS, per_point::for_each_point};
use crate::inputs::{
    board::{ALL_CHECKERS, BOARD, HOME_BOARD, OPPOSING_HOME, ROLLS, highest},
    feature_writer::FeatureWriter,
    shots::Hits,
};

/// Number of global features of a side.
pub(super) const GLOBAL: usize = 68;

/// Bits 13 to 18.
const OPPOSING_OUTER: u32 = OPPOSING_HOME >> HOME;

/// Writes the global features of one side. `hits` are the other side's hits on it.
#[inline(always)]
pub(super) fn write_global(side: &OneSide, other: &OneSide, hits: &Hits, out: &mut [f32]) {
    let mut out = FeatureWriter::new(out);
    write_race(side, other, &mut out);
    write_mother(side, other, hits, &mut out);
    write_threats(side, hits, &mut out);
    write_pins(side, other, &mut out);
    write_mobility(side, other, &mut out);
    write_blockade(side, other, &mut out);
    debug_assert_eq!(out.written(), GLOBAL);
}

/// Writes the race and the remaining contact. A checker can be pinned and blocked until it is past
/// the other side's last checker.
#[inline(always)]
fn write_race(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    out.put(((other.pips - side.pips) / 40.0).clamp(-2.0, 2.0));
    let past = u16::from(POINTS) - other.rearmost as u16;
    let [mut behind, mut pips_behind] = [0u16; 2];
    for (index, &count) in (0u16..).zip(&side.counts) {
        let count = if index > past { u16::from(count) } else { 0 };
        behind += count;
        pips_behind += count * (index - past.min(index));
    }
    out.put(f32::from(pips_behind) / 100.0);
    out.put(f32::from(behind) / ALL_CHECKERS);
    out.put(side.rearmost as f32 / f32::from(POINTS));
    out.put(side.last_free as f32 / f32::from(POINTS));
}

/// Writes the state of the mother, the last checker on the start: if it has left, is alone, can be
/// pinned (also if the other side has left its own start), can escape, or is pinned.
#[inline(always)]
fn write_mother(side: &OneSide, other: &OneSide, hits: &Hits, out: &mut FeatureWriter<'_>) {
    let mother = 1 << POINTS;
    let is_alone = side.blots() & mother != 0;
    let shots = if is_alone { hits.of_blot(u32::from(POINTS)) / ROLLS } else { 0.0 };
    let other_has_left = other.on(POINTS) == 0;
    out.put_if(side.on(POINTS) == 0, 1.0);
    out.put_if(is_alone, 1.0);
    out.put(shots * 2.0);
    out.put_if(other_has_left, shots * 2.0);
    out.put_if(is_alone, 1.0 - side.faces(other, u32::from(POINTS)).escapes());
    out.put_if(side.pinned & mother != 0, 1.0);
}

/// Writes the other side's rolls that pin a checker, its distance from home, and rolls that pin
/// two.
#[inline(always)]
fn write_threats(side: &OneSide, hits: &Hits, out: &mut FeatureWriter<'_>) {
    let all = hits.pins(BOARD);
    out.put(all.any / ROLLS);
    out.put(all.two / ROLLS);
    out.put(all.furthest / ROLLS / 12.0);
    out.put(hits.pins(OPPOSING_HOME).any / ROLLS);
    out.put(hits.pins(OPPOSING_OUTER).any / ROLLS);
    out.put(side.blots().count_ones() as f32 / 5.0);
    out.put((side.blots() & OPPOSING_HOME).count_ones() as f32 / 3.0);
}

/// Writes the pins that the side suffers and holds: their number, their points and the checkers
/// that hold them, and the checkers that can move without giving up a pin.
#[inline(always)]
fn write_pins(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let pinned = side.pinned;
    out.put(pinned.count_ones() as f32 / 4.0);
    out.put(highest(pinned) as f32 / f32::from(POINTS));
    out.put((pinned & OPPOSING_HOME).count_ones() as f32 / 3.0);
    out.put((pinned & OPPOSING_OUTER).count_ones() as f32 / 3.0);
    // No checker is borne off until this one is free.
    out.put_if(pinned & HOME_BOARD != 0, 1.0);
    // Pins held by a single checker.
    out.put((side.pins & !side.made).count_ones() as f32 / 3.0);
    // Checkers that hold pins, and checkers free to move; pips of the latter, in total and until
    // home.
    let [mut holding, mut free, mut pips, mut pips_outside] = [0u16; 4];
    for (index, &count) in (0u16..).zip(&side.counts[..=usize::from(POINTS)]) {
        let count = u16::from(count);
        let holds = if side.pins >> index & 1 == 1 { count } else { 0 };
        let is_free = (side.free & !side.pins) >> index & 1 == 1;
        let goes = if is_free { count } else { 0 };
        holding += holds;
        free += goes;
        pips += goes * index;
        pips_outside += goes * index.saturating_sub(u16::from(HOME));
    }
    out.put(f32::from(holding) / 8.0);
    out.put(f32::from(free) / ALL_CHECKERS);
    out.put(f32::from(pips) / 100.0);
    out.put(f32::from(pips_outside) / 50.0);
    // Number of checkers that hold the pin furthest from the other side's home.
    let first = highest(other.pinned);
    out.put_if(first > 0, f32::from(side.counts[25 - first as usize]) / 4.0);
}

/// Writes the mobility: for each number, the number of points with a checker that can play it;
/// rolls without a playable number, and rolls with an unplayable number; the progress of the
/// checkers outside.
#[inline(always)]
fn write_mobility(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let open = side.open(other);
    let bears_off = side.rearmost <= u32::from(HOME) && side.pinned == 0;
    let mut closed = 0;
    for number in 1..=6 {
        let on_board = side.free & (open << number);
        let from = side.rearmost.min(number);
        let off = if bears_off { side.occupied & 1 << from } else { 0 };
        let movable = (on_board | off).count_ones();
        closed += u32::from(movable == 0);
        out.put(movable.min(4) as f32 / 4.0);
    }
    let (closed, playable) = (closed as f32, (6 - closed) as f32);
    out.put(closed * closed / ROLLS);
    out.put(1.0 - playable * playable / ROLLS);

    let last = side.faces(other, side.last_free);
    out.put(last.escapes());
    out.put(last.advance() / 8.0);
    let second = highest(side.free & !(1 << side.last_free));
    out.put(side.faces(other, second).escapes());

    let (mut mobility, mut held) = (0.0, 0.0);
    for_each_point!(side.free & !HOME_BOARD, |point| {
        let count = f32::from(side.on(point as u8));
        let blocks = side.faces(other, point);
        mobility += count * blocks.advance();
        held += count * (1.0 - blocks.escapes());
    });
    out.put(mobility / 100.0);
    out.put(held / 8.0);
}

/// Writes the blockade of the other side: escapes from each point, rows of points, and points held.
#[inline(always)]
fn write_blockade(side: &OneSide, other: &OneSide, out: &mut FeatureWriter<'_>) {
    let mut least = 1.0f32;
    for index in (POINTS / 2 + 1..=POINTS).rev() {
        let escapes = other.faces(side, u32::from(index)).escapes();
        out.put(escapes);
        if u32::from(index) <= other.last_free {
            least = least.min(escapes);
        }
    }
    out.put(least);

    // The longest row that is still ahead of the other side's last checker, which comes from below:
    // length, near end, and number of checkers behind it.
    let before = BOARD & !0 << (26 - other.last_free.max(1));
    let (mut row, mut longest, mut length) = (side.holds & before, 0, 0);
    while row != 0 {
        longest = row;
        row &= row >> 1;
        length += 1;
    }
    let end = if longest == 0 { 0 } else { longest.trailing_zeros() };
    out.put(length as f32 / 6.0);
    out.put(f32::from(length >= 4));
    out.put(f32::from(length >= 5));
    out.put(f32::from(length >= 6));
    out.put(end as f32 / f32::from(POINTS));
    let behind: u8 = other.counts[26 - end.max(1) as usize..=25].iter().sum();
    out.put_if(length > 2, f32::from(behind) / ALL_CHECKERS);
    let ahead = side.holds >> (26 - other.last_free.max(1));
    out.put((ahead & 0x3f).count_ones() as f32 / 6.0);
    out.put((ahead & 0xfff).count_ones() as f32 / 6.0);

    for quarter in 0..4 {
        out.put((side.holds & (HOME_BOARD << (6 * quarter))).count_ones() as f32 / 6.0);
    }
    out.put(side.holds.count_ones() as f32 / 8.0);
}
