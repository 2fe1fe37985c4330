//! `race1`: features of positions without contact, in which only the race counts: pips,
//! checkers off and distribution, nearly all of them factorised.

use super::{
    board::ALL_CHECKERS,
    factorised::bands_off,
    point_units::{COUNT_UNITS, count_units},
    traits::{BatchFeatures, Inputs},
};
use sheshbesh_movegen::{BAR, Checkers, Family, HOME, OFF, POINTS, Position, Side};

/// Number of features of one side.
const PER_SIDE: usize = 12;

/// Indices of the factorised features, see [`factorised`](super::factorised).
const FACTORISED: [usize; 10] = [0, 1, 2, 3, 4, 6, 7, 8, 9, 11];
const LEAD: usize = 5;
const GAPS: usize = 10;

/// Number of global features of one side: the lead and the gaps.
const GLOBAL_PER_SIDE: usize = PER_SIDE - FACTORISED.len();

/// Point units and race features: the player on roll's, then the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Race1;

impl Inputs for Race1 {
    // Without contact, no checker is pinned or can be.
    const FAMILIES: &'static [Family] = &[Family::Hitting, Family::Pinning, Family::Parallel];
    const NAME: &'static str = "race1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = 2 * PER_SIDE;
    const GLOBAL_FEATURES: usize = 2 * GLOBAL_PER_SIDE;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    fn is_factorised(feature: usize) -> bool {
        FACTORISED.contains(&(feature % PER_SIDE))
    }

    fn factorised(side: Side, index: u8, count: u8, mut emit: impl FnMut(usize, f32)) {
        for (feature, value) in FACTORISED.into_iter().zip(factorised_of(index, count)) {
            emit(side as usize * PER_SIDE + feature, value);
        }
    }

    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        let (own, opponent) = (position.own(), position.opponent());
        let (first, second) = features.split_at_mut(if ALL { PER_SIDE } else { GLOBAL_PER_SIDE });
        let ahead = opponent.pips() as f32 - own.pips() as f32;
        write_side::<ALL>(own, ahead, first);
        write_side::<ALL>(opponent, -ahead, second);
    }
}

// There are only two global features per side.
impl BatchFeatures for Race1 {}

/// Contribution of `count` checkers on an index to each factorised feature.
#[inline(always)]
fn factorised_of(index: u8, count: u8) -> [f32; FACTORISED.len()] {
    let n = f32::from(count);
    let is = |it_is: bool, value: f32| if it_is { value } else { 0.0 };
    let beyond = |last: u8| n * f32::from(index.saturating_sub(last));
    let [first_off, second_off, third_off] = bands_off(index, count);
    [
        // Checkers off, in three bands.
        first_off,
        second_off,
        third_off,
        // The first checker off saves the gammon.
        is(first_off > 0.0, 1.0),
        // Pips in total, pips until all checkers are home, and checkers that are not home.
        beyond(OFF) / 100.0,
        beyond(HOME) / 50.0,
        is(index > HOME, n / ALL_CHECKERS),
        // Quadrants to cross until all are borne off.
        n * f32::from(index.div_ceil(HOME)) / 30.0,
        // Pips to leave the other side's home board, which decide between a gammon and a
        // backgammon.
        beyond(POINTS - HOME) / 10.0,
        // Checkers on the two lowest points.
        is(index == 1 || index == 2, n / 6.0),
    ]
}

/// Writes the features of one side. `ahead` is its lead in pips.
#[inline(always)]
fn write_side<const ALL: bool>(side: Checkers, ahead: f32, out: &mut [f32]) {
    let lead = (ahead / 20.0).clamp(-2.0, 2.0);
    let home_points = (side.occupied() >> 1) & ((1 << HOME) - 1);
    let gaps = (u32::from(HOME) - home_points.count_ones()) as f32 / f32::from(HOME);
    if !ALL {
        out.copy_from_slice(&[lead, gaps]);
        return;
    }
    out.fill(0.0);
    for (index, &count) in (OFF..).zip(&side.counts()[..=BAR as usize]) {
        for (feature, value) in FACTORISED.into_iter().zip(factorised_of(index, count)) {
            out[feature] += value;
        }
    }
    (out[LEAD], out[GAPS]) = (lead, gaps);
}
