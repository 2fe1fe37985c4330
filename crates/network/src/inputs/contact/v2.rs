//! `structural2`: the features of `structural1`, and features of single points.
//!
//! A first layer adds its inputs up. By itself it cannot see that a blot on one point is in danger
//! and one on another point is not, or tell which of several back checkers is held. The
//! **per-point** features express this. Nearly all of them are zero, and the forward pass skips
//! zeros.

use super::{
    entry,
    factorised::{self, FACTORISED},
    one_side::OneSide,
    v1,
};
use crate::inputs::{
    board::{HOME_BOARD, OPPOSING_HOME, ROLLS},
    escapes::Blocks,
    point_units::{COUNT_UNITS, count_units},
    shots::Hits,
    traits::Inputs,
};
use sheshbesh_movegen::{BAR, Family, HOME, OFF, POINTS, Position, Side};

/// Number of additional features of one side that are seldom zero, beyond those of `structural1`.
const MORE_PER_SIDE: usize = 6;
/// The last of those is factorised.
pub(super) const GLOBAL_MORE_PER_SIDE: usize = MORE_PER_SIDE - 1;
/// First index of back checkers, in the other side's half of the board.
pub(super) const FIRST_BACK: u8 = POINTS / 2 + 1;
/// Contribution of a blot to the feature that counts blots.
const BLOT: f32 = 1.0 / 5.0;
/// Number of per-point features of one side: one for each point, and one for each index of back
/// checkers.
pub(super) const PER_POINT_OF_SIDE: usize = POINTS as usize + (BAR - FIRST_BACK + 1) as usize;

/// Number of features of both sides that are seldom zero.
const DENSE: usize = v1::FEATURES + 2 * MORE_PER_SIDE;

/// The features of [`Structural1`](super::Structural1), and features of single points.
#[derive(Clone, Copy, Debug)]
pub struct Structural2;

impl Inputs for Structural2 {
    const FAMILIES: &'static [Family] = &[Family::Hitting];
    const NAME: &'static str = "structural2";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = DENSE + 2 * PER_POINT_OF_SIDE;
    const DENSE_FEATURES: usize = DENSE;
    const GLOBAL_FEATURES: usize = Self::DENSE_GLOBAL_FEATURES + 2 * PER_POINT_OF_SIDE;
    const DENSE_GLOBAL_FEATURES: usize = 2 * (v1::count_per_side(false) + GLOBAL_MORE_PER_SIDE);

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    fn is_factorised(feature: usize) -> bool {
        match feature.checked_sub(v1::FEATURES) {
            None => FACTORISED.contains(&(feature % v1::PER_SIDE)),
            Some(more) => feature < DENSE && more % MORE_PER_SIDE == GLOBAL_MORE_PER_SIDE,
        }
    }

    fn factorised(side: Side, index: u8, count: u8, mut emit: impl FnMut(usize, f32)) {
        for (feature, value) in FACTORISED.into_iter().zip(factorised::of(index, count)) {
            emit(side as usize * v1::PER_SIDE + feature, value);
        }
        if count == 1 && index != OFF && index != BAR {
            let blots = side as usize * MORE_PER_SIDE + GLOBAL_MORE_PER_SIDE;
            emit(v1::FEATURES + blots, BLOT);
        }
    }

    /// Writes the features of `structural1`, then the additional ones of both sides, then the
    /// per-point features of both sides.
    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        let sides = [OneSide::new(position.own()), OneSide::new(position.opponent())];
        let per_side = v1::count_per_side(ALL);
        let more_per_side = if ALL { MORE_PER_SIDE } else { GLOBAL_MORE_PER_SIDE };
        let (dense, per_point) = features.split_at_mut(2 * (per_side + more_per_side));
        let (structural, more) = dense.split_at_mut(2 * per_side);
        per_point.fill(0.0);
        for number in 0..2 {
            let (side, other) = (&sides[number], &sides[1 - number]);
            let hits = side.hits_by(other);
            let part = &mut structural[number * per_side..][..per_side];
            v1::write_side::<ALL>(side, other, &hits, part);
            write_more(side, other, &mut more[number * more_per_side..][..more_per_side]);
            let per_point = &mut per_point[number * PER_POINT_OF_SIDE..][..PER_POINT_OF_SIDE];
            write_per_point(side, other, &hits, per_point);
        }
    }
}

#[inline(always)]
fn write_more(side: &OneSide, other: &OneSide, out: &mut [f32]) {
    let anchors = (side.made & OPPOSING_HOME).count_ones();
    let behind_anchors: u8 =
        side.counts[usize::from(POINTS - HOME + 1)..=usize::from(BAR)].iter().sum();
    let features = [
        // Pips that this side is expected to lose with its checkers on the bar, and pips that the
        // other side would lose with one or two hit checkers.
        entry::pips_lost(other.made & HOME_BOARD, side.on(BAR)) / 10.0,
        entry::pips_lost(side.made & HOME_BOARD, 1) / 10.0,
        entry::pips_lost(side.made & HOME_BOARD, 2) / 10.0,
        // A back game: two anchors or more, and the number of checkers that play it.
        if anchors > 1 { anchors as f32 / 2.0 } else { 0.0 },
        if anchors > 1 { f32::from(behind_anchors) / 6.0 } else { 0.0 },
        // Number of blots.
        side.blots().count_ones() as f32 * BLOT,
    ];
    out.copy_from_slice(&features[..out.len()]);
}

#[inline(always)]
fn write_per_point(side: &OneSide, other: &OneSide, hits: &Hits, out: &mut [f32]) {
    let (risks, held) = out.split_at_mut(POINTS as usize);
    // Fraction of the other side's rolls that hit the blot, times 2.
    let mut blots = side.blots();
    while blots != 0 {
        let index = blots.trailing_zeros();
        blots &= blots - 1;
        risks[index as usize - 1] = hits.of_blot(index) / ROLLS * 2.0;
    }
    // Half the number of checkers, times the fraction of rolls with which one does not escape.
    let mut back = side.occupied & !0 << FIRST_BACK;
    while back != 0 {
        let index = back.trailing_zeros();
        back &= back - 1;
        let escapes = Blocks::ahead_of(index, other.made).escapes();
        held[index as usize - usize::from(FIRST_BACK)] =
            f32::from(side.counts[index as usize]) / 2.0 * (1.0 - escapes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use sheshbesh_movegen::Checkers;

    #[test]
    fn features_are_numbers_and_seen_alike_by_both_sides() {
        for position in test_positions(50) {
            let (mut here, mut there) =
                ([f32::NAN; Structural2::FEATURES], [f32::NAN; Structural2::FEATURES]);
            Structural2::write_features::<true>(&position, &mut here);
            Structural2::write_features::<true>(&position.swapped(), &mut there);
            assert!(here.iter().all(|x| x.is_finite()), "{here:?}");
            let (per_point, same) = (&here[DENSE..], &there[DENSE..]);
            assert_eq!(per_point[..PER_POINT_OF_SIDE], same[PER_POINT_OF_SIDE..]);
        }
    }

    #[test]
    fn a_blot_in_danger_and_a_back_checker_behind_a_prime() {
        // The opponent's points 2 to 7 are this side's 23 to 18: no way past them from 24.
        let prime = (2..8).fold(Checkers::NONE, |side, index| side.with_unchecked(index, 2));
        let own = Checkers::from_points(&[(24, 1), (7, 1)]);
        let opponent = prime.with_unchecked(24, 1);
        let mut features = [0.0; Structural2::FEATURES];
        Structural2::write_features::<true>(
            &Position::from_sides_unchecked(own, opponent),
            &mut features,
        );
        let per_point = &features[DENSE..];
        // 17 rolls hit from six pips away, see the shots of `structural1`. No other checker is in
        // range.
        assert_eq!(per_point[7 - 1], 17.0 / 36.0 * 2.0);
        assert_eq!(per_point[usize::from(POINTS + 24 - FIRST_BACK)], 0.5);
    }
}
