//! Features of a position without contact, where only the way home counts.

use sheshbesh_movegen::{BAR, Checkers, Game, HOME, OFF, POINTS, Position};

/// Features of one side.
const PER_SIDE: usize = 12;
/// Features of both sides: the player on roll's, then the opponent's.
pub(super) const FEATURES: usize = 2 * PER_SIDE;

/// Places of the separable ones, see [`separable`](super::separable).
const SEPARABLE: [usize; 10] = [0, 1, 2, 3, 4, 6, 7, 8, 9, 11];
const LEAD: usize = 5;
const GAPS: usize = 10;

/// Joint features of one side: the lead and the gaps.
const JOINT_PER_SIDE: usize = PER_SIDE - SEPARABLE.len();
/// All joint features.
pub(super) const JOINT: usize = 2 * JOINT_PER_SIDE;

const ALL_CHECKERS: f32 = Game::Backgammon.checkers() as f32;

/// Whether a feature is separable.
pub(super) fn is_separable(feature: usize) -> bool {
    SEPARABLE.contains(&(feature % PER_SIDE))
}

/// Calls `feature(place, value)` for what `count` checkers of a side (0: on roll, 1: opponent) on
/// an index give to each separable feature.
pub(super) fn for_each_separable(
    side: usize,
    index: u8,
    count: u8,
    mut feature: impl FnMut(usize, f32),
) {
    for (place, value) in SEPARABLE.into_iter().zip(separable_of(index, count)) {
        feature(side * PER_SIDE + place, value);
    }
}

/// What `count` checkers on an index give to each separable feature.
#[inline(always)]
fn separable_of(index: u8, count: u8) -> [f32; SEPARABLE.len()] {
    let n = f32::from(count);
    let is = |it_is: bool, value: f32| if it_is { value } else { 0.0 };
    let beyond = |last: u8| n * f32::from(index.saturating_sub(last));
    let band = ALL_CHECKERS / 3.0;
    let off = is(index == OFF, n);
    [
        // Checkers off, in three bands.
        (off / band).min(1.0),
        ((off - band) / band).clamp(0.0, 1.0),
        ((off - 2.0 * band) / band).max(0.0),
        // A gammon is saved with the first checker off.
        is(off > 0.0, 1.0),
        // Pips, all and until all are home.
        beyond(OFF) / 100.0,
        beyond(HOME) / 50.0,
        is(index > HOME, n / ALL_CHECKERS),
        // Quadrants to cross until all are borne off.
        n * f32::from(index.div_ceil(HOME)) / 30.0,
        // Pips to leave the other side's home board: what stands between a gammon and a
        // backgammon.
        beyond(POINTS - HOME) / 10.0,
        // Checkers on the two lowest points.
        is(index == 1 || index == 2, n / 6.0),
    ]
}

/// Writes the features of both sides; all of them, or only the joint ones.
#[inline(always)]
pub(super) fn write<const ALL: bool>(position: &Position, features: &mut [f32]) {
    let (own, opponent) = (position.own(), position.opponent());
    let (first, second) = features.split_at_mut(if ALL { PER_SIDE } else { JOINT_PER_SIDE });
    let ahead = opponent.pips() as f32 - own.pips() as f32;
    write_side::<ALL>(own, ahead, first);
    write_side::<ALL>(opponent, -ahead, second);
}

/// `ahead`: pips that the other side has more.
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
        for (place, value) in SEPARABLE.into_iter().zip(separable_of(index, count)) {
            out[place] += value;
        }
    }
    (out[LEAD], out[GAPS]) = (lead, gaps);
}
