//! `structural2`: the features of `structural1`, and what depends on where it happens.
//!
//! A first layer adds its inputs up, so it cannot see by itself that a blot on one point is in
//! danger and one on another is not, or which of several stragglers is held. The **located**
//! features say so, point by point; nearly all of them are zero, and the forward pass passes
//! over those.

use super::{
    entry,
    escapes::Blocks,
    structural::{self, BOARD, HOME_BOARD, Hits, OPPOSING_HOME, ROLLS, Side},
};
use sheshbesh_movegen::{BAR, POINTS, Position};

/// Features of one side that are seldom zero, beyond those of `structural1`.
const MORE_PER_SIDE: usize = 6;
/// Straggling begins here, in the other side's half of the board.
const FIRST_STRAGGLER: u8 = POINTS / 2 + 1;
/// Located features of one side: one for each point, one for each index that straggling checkers
/// can stand on.
const LOCATED_PER_SIDE: usize = POINTS as usize + (BAR - FIRST_STRAGGLER + 1) as usize;

/// Features that are seldom zero, of both sides.
pub(super) const DENSE: usize = structural::FEATURES + 2 * MORE_PER_SIDE;
/// All features.
pub(super) const FEATURES: usize = DENSE + 2 * LOCATED_PER_SIDE;

/// Writes the features: those of `structural1`, then more of either side, then the located ones
/// of either side.
#[inline(always)]
pub(super) fn write(position: &Position, features: &mut [f32]) {
    let sides = [Side::new(position.own()), Side::new(position.opponent())];
    let (dense, located) = features.split_at_mut(DENSE);
    let (structural, more) = dense.split_at_mut(structural::FEATURES);
    located.fill(0.0);
    for number in 0..2 {
        let (side, other) = (&sides[number], &sides[1 - number]);
        let hits = Hits::on(side, other);
        let part = &mut structural[number * structural::PER_SIDE..][..structural::PER_SIDE];
        structural::write_side(side, other, &hits, part);
        write_more(side, other, &mut more[number * MORE_PER_SIDE..][..MORE_PER_SIDE]);
        let located = &mut located[number * LOCATED_PER_SIDE..][..LOCATED_PER_SIDE];
        write_located(side, other, &hits, located);
    }
}

#[inline(always)]
fn write_more(side: &Side, other: &Side, out: &mut [f32]) {
    let anchors = (side.made & OPPOSING_HOME).count_ones();
    let behind_anchors: u8 =
        side.counts[usize::from(POINTS - 6 + 1)..=usize::from(BAR)].iter().sum();
    out.copy_from_slice(&[
        // Pips that checkers on the bar are expected to cost this side, and that one or two hit
        // checkers would cost the other.
        entry::pips_lost(other.made & HOME_BOARD, side.on(BAR)) / 10.0,
        entry::pips_lost(side.made & HOME_BOARD, 1) / 10.0,
        entry::pips_lost(side.made & HOME_BOARD, 2) / 10.0,
        // A back game: two anchors or more, and how many checkers play it.
        if anchors > 1 { anchors as f32 / 2.0 } else { 0.0 },
        if anchors > 1 { f32::from(behind_anchors) / 6.0 } else { 0.0 },
        // Blots, anywhere.
        (side.blots() & BOARD).count_ones() as f32 / 5.0,
    ]);
}

#[inline(always)]
fn write_located(side: &Side, other: &Side, hits: &Hits, out: &mut [f32]) {
    let (risks, held) = out.split_at_mut(POINTS as usize);
    // The share of the other side's rolls that hit the blot.
    let mut blots = side.blots();
    while blots != 0 {
        let index = blots.trailing_zeros();
        blots &= blots - 1;
        risks[index as usize - 1] = hits.of_blot(index) / ROLLS * 2.0;
    }
    // Checkers times the share of rolls with which one does not get away.
    let mut stragglers = side.occupied & !0 << FIRST_STRAGGLER;
    while stragglers != 0 {
        let index = stragglers.trailing_zeros();
        stragglers &= stragglers - 1;
        let escapes = Blocks::ahead_of(index, other.made).escapes();
        held[index as usize - usize::from(FIRST_STRAGGLER)] =
            f32::from(side.counts[index as usize]) / 2.0 * (1.0 - escapes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use sheshbesh_movegen::Checkers;

    #[test]
    fn features_are_numbers_of_moderate_size_and_seen_alike_by_both_sides() {
        for position in test_positions(50) {
            let (mut here, mut there) = ([f32::NAN; FEATURES], [f32::NAN; FEATURES]);
            write(&position, &mut here);
            write(&position.swapped(), &mut there);
            assert!(here.iter().all(|x| x.is_finite() && x.abs() < 8.0), "{here:?}");
            let (located, same) = (&here[DENSE..], &there[DENSE..]);
            assert_eq!(located[..LOCATED_PER_SIDE], same[LOCATED_PER_SIDE..]);
        }
    }

    #[test]
    fn a_blot_in_danger_and_a_straggler_behind_a_prime() {
        // The opponent's points 2 to 7 are this side's 23 to 18: no way past them from 24.
        let prime = (2..8).fold(Checkers::NONE, |side, index| side.with(index, 2));
        let own = Checkers::NONE.with(24, 1).with(7, 1);
        let opponent = prime.with(24, 1);
        let mut features = [0.0; FEATURES];
        write(&Position::from_sides(own, opponent), &mut features);
        let located = &features[DENSE..];
        // 17 rolls hit six pips away, see the shots of `structural1`; here the last checker on
        // the bar's side is alone and nothing else is in range.
        assert_eq!(located[7 - 1], 17.0 / 36.0 * 2.0);
        assert_eq!(located[usize::from(POINTS + 24 - FIRST_STRAGGLER)], 0.5);
    }
}
