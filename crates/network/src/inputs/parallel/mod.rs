//! `parallel1`: features for games in which both sides move in the same direction, a single checker
//! closes a point, and no checker is hit: Fevga and the long nardi games.
//!
//! These games are about blocking: how far rows of points hem in the checkers behind them, the room
//! to land, the pips that can be played before a row breaks, and the checkers still on the head. A
//! side's 12 point is the other side's start. Its points 11 to 6 are therefore in front of the
//! other side's head, and its points 18 to 13 are the other side's home board.

mod global;
mod one_side;
mod per_point;
#[cfg(test)]
mod tests;

use super::{
    board::ALL_CHECKERS,
    factorised::{bands_off, write_sums},
    point_units::{COUNT_UNITS, count_units},
    traits::{BatchFeatures, Inputs},
};
use global::{GLOBAL, write_global};
use one_side::{HALF, OneSide};
use per_point::{HELD, write_held};
use sheshbesh_movegen::{Family, HOME, OFF, POINTS, Position, Side};

/// Point units and features of blocking: the player on roll's, then the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Parallel1;

/// Number of factorised features of a side, the first ones, see [`factorised`](super::factorised).
const FACTORISED: usize = 18;
/// Number of features of a side that are seldom zero.
const PER_SIDE: usize = FACTORISED + GLOBAL;

impl Inputs for Parallel1 {
    const FAMILIES: &'static [Family] = &[Family::Parallel];
    const NAME: &'static str = "parallel1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = 2 * (PER_SIDE + HELD);
    const DENSE_FEATURES: usize = 2 * PER_SIDE;
    const GLOBAL_FEATURES: usize = 2 * (GLOBAL + HELD);
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

    /// Writes the factorised and global features of both sides, then the held checkers of both
    /// sides.
    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        let (own, opponent) = (position.own(), position.opponent());
        let sides = [OneSide::new(own, opponent), OneSide::new(opponent, own)];
        let before_global = if ALL { FACTORISED } else { 0 };
        let per_side = before_global + GLOBAL;
        let (dense, held) = features.split_at_mut(2 * per_side);
        held.fill(0.0);
        for number in 0..2 {
            let (side, other) = (&sides[number], &sides[1 - number]);
            let (factorised, global) =
                dense[number * per_side..][..per_side].split_at_mut(before_global);
            if ALL {
                write_sums(&side.counts, factorised_of, factorised);
            }
            write_global(side, other, global);
            write_held(side, other, &mut held[number * HELD..][..HELD]);
        }
    }
}

impl BatchFeatures for Parallel1 {}

/// Contribution of `count` checkers on an index to each factorised feature.
fn factorised_of(index: u8, count: u8) -> [f32; FACTORISED] {
    let n = f32::from(count);
    let is = |it_is: bool, value: f32| if it_is { value } else { 0.0 };
    let beyond = |last: u8| n * f32::from(index.saturating_sub(last));
    let between = |first: u8, last: u8| (first..=last).contains(&index);
    let spare = f32::from(count.saturating_sub(1));
    let [first_off, second_off, third_off] = bands_off(index, count);
    [
        // Checkers off, in three bands; the first one saves the gammon.
        first_off,
        second_off,
        third_off,
        is(first_off > 0.0, 1.0),
        // Pips in total, pips until all are past the other side's start, and pips until all are
        // home.
        beyond(OFF) / 100.0,
        beyond(HALF) / 50.0,
        beyond(HOME) / 50.0,
        // Checkers on the head, and in each quarter.
        is(index == POINTS, n / 5.0),
        is(between(POINTS - HOME + 1, POINTS), n / ALL_CHECKERS),
        is(between(HALF + 1, POINTS - HOME), n / ALL_CHECKERS),
        is(between(HOME + 1, HALF), n / ALL_CHECKERS),
        is(between(1, HOME), n / ALL_CHECKERS),
        // Timing: pips of the checkers beyond the first on each point: in front of the other side's
        // head, in the start quarter and beyond, and at home.
        is(between(HOME + 1, HALF), spare * f32::from(index.saturating_sub(HOME)) / 20.0),
        is(between(HALF + 1, POINTS - 1), spare * f32::from(index.saturating_sub(HALF)) / 40.0),
        is(between(1, HOME), spare * (f32::from(index) - 1.0) / 20.0),
        // Stacks, and the two lowest points.
        is(between(1, POINTS - 1), f32::from(count.saturating_sub(3)) / 5.0),
        is(between(1, 2), n / 6.0),
        // Quadrants to cross until all are borne off.
        n * f32::from(index.div_ceil(HOME)) / 30.0,
    ]
}
