//! `pinning1`: features for games in which lone checkers are pinned in place: plakoto and tapa.
//! Also `pins1`, for small networks: point units and pinned checkers.
//!
//! Checkers are not sent back in these games, so a blot costs the time until the other side leaves
//! it. The features cover the checkers that can be pinned and their distance from home, the
//! checkers that are pinned already, the time for which both sides can wait, the room to move and,
//! above all, the state of the mothers.

mod global;
mod one_side;
mod per_point;
#[cfg(test)]
mod tests;

use super::{
    factorised::{bands_off, write_sums},
    point_units::{COUNT_UNITS, count_units},
    traits::{BatchFeatures, Inputs},
};
use global::{GLOBAL, write_global};
use one_side::{OneSide, dangers};
use per_point::{PER_POINT, PINNED, write_per_point, write_pinned};
use sheshbesh_movegen::{Family, HOME, OFF, POINTS, Position, Side};

/// Point units and features of pins, blocks and mothers: the player on roll's, then the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Pinning1;

/// Point units, and a feature for each pinned checker.
#[derive(Clone, Copy, Debug)]
pub struct Pins1;

/// Number of factorised features of a side, the first ones, see [`factorised`](super::factorised).
const FACTORISED: usize = 18;
/// Number of features of a side that are seldom zero.
const PER_SIDE: usize = FACTORISED + GLOBAL;

impl Inputs for Pinning1 {
    const FAMILIES: &'static [Family] = &[Family::Pinning];
    const NAME: &'static str = "pinning1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = 2 * (PER_SIDE + PER_POINT);
    const DENSE_FEATURES: usize = 2 * PER_SIDE;
    const GLOBAL_FEATURES: usize = 2 * (GLOBAL + PER_POINT);
    const DENSE_GLOBAL_FEATURES: usize = 2 * GLOBAL;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    fn is_factorised(feature: usize) -> bool {
        feature < Self::DENSE_FEATURES && feature % PER_SIDE < FACTORISED
    }

    fn factorised(side: Side, index: u8, count: u8, mut emit: impl FnMut(usize, f32)) {
        for (feature, value) in factorised_of(index, count).into_iter().enumerate() {
            emit(side as usize * PER_SIDE + feature, value);
        }
    }

    /// Writes the factorised and global features of both sides, then the per-point features of both
    /// sides.
    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        let sides = OneSide::both(position);
        let before_global = if ALL { FACTORISED } else { 0 };
        let per_side = before_global + GLOBAL;
        let (dense, per_point) = features.split_at_mut(2 * per_side);
        per_point.fill(0.0);
        for number in 0..2 {
            let (side, other) = (&sides[number], &sides[1 - number]);
            let hits = dangers(side, other);
            let (factorised, global) =
                dense[number * per_side..][..per_side].split_at_mut(before_global);
            if ALL {
                write_sums(&side.counts, factorised_of, factorised);
            }
            write_global(side, other, &hits, global);
            write_per_point(side, other, &hits, &mut per_point[number * PER_POINT..][..PER_POINT]);
        }
    }
}

impl Inputs for Pins1 {
    const FAMILIES: &'static [Family] = &[Family::Pinning];
    const NAME: &'static str = "pins1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = 2 * PINNED;
    const DENSE_FEATURES: usize = 0;
    const DENSE_GLOBAL_FEATURES: usize = 0;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        features.fill(0.0);
        let (own, opponent) = features.split_at_mut(PINNED);
        write_pinned(position.own().pinned(), own);
        write_pinned(position.opponent().pinned(), opponent);
    }
}

impl BatchFeatures for Pinning1 {}
impl BatchFeatures for Pins1 {}

/// Contribution of `count` checkers on an index to each factorised feature.
fn factorised_of(index: u8, count: u8) -> [f32; FACTORISED] {
    let n = f32::from(count);
    let is = |it_is: bool, value: f32| if it_is { value } else { 0.0 };
    let beyond = |last: u8| n * f32::from(index.saturating_sub(last));
    let between = |first: u8, last: u8| (first..=last).contains(&index);
    let spare = f32::from(count.saturating_sub(2));
    let [first_off, second_off, third_off] = bands_off(index, count);
    [
        // Checkers off, in three bands; the first one saves the gammon.
        first_off,
        second_off,
        third_off,
        is(first_off > 0.0, 1.0),
        // Pips in total, pips until all are past the middle, and pips until all are home.
        beyond(OFF) / 100.0,
        beyond(POINTS / 2) / 50.0,
        beyond(HOME) / 50.0,
        // Checkers on the start, and in each quarter.
        is(index == POINTS, n / 5.0),
        is(between(POINTS - HOME + 1, POINTS - 1), n / 5.0),
        is(between(POINTS / 2 + 1, POINTS - HOME), n / 5.0),
        is(between(HOME + 1, POINTS / 2), n / 5.0),
        is(between(1, HOME), n / 5.0),
        // Timing: pips of the checkers beyond the second on each point, outside and at home.
        is(between(HOME + 1, POINTS), spare * f32::from(index.saturating_sub(HOME)) / 50.0),
        is(between(1, HOME), spare * (f32::from(index) - 1.0) / 20.0),
        // Lone checkers, stacks, and the two lowest points.
        is(count == 1 && between(1, POINTS), 0.2),
        is(between(1, POINTS - 1), f32::from(count.saturating_sub(3)) / 5.0),
        is(between(1, 2), n / 6.0),
        // Quadrants to cross until all are borne off.
        n * f32::from(index.div_ceil(HOME)) / 30.0,
    ]
}
