//! Units that depend on one index and on how many checkers a side has there.

use super::input_set::Inputs;
use sheshbesh_movegen::{BAR, Family, Game, OFF, POINTS, Position, Side};

/// Tesauro's inputs: on a point a unit that is 1 if there is one checker or more, 1 if two or more, 1
/// if three or more, and one that is half of what exceeds three; half of the checkers on the bar; the
/// share of the checkers borne off. 98 units a side, and two that say whose turn it is.
///
/// Source: Tesauro, *Practical Issues in Temporal Difference Learning* (1992), and Sutton and Barto,
/// *Reinforcement Learning*, section 16.1, where the units are spelled out.
#[derive(Clone, Copy, Debug)]
pub struct Tesauro198;

/// The point units of [`Structural1`](super::Structural1) without features.
#[derive(Clone, Copy, Debug)]
pub struct Points1;

/// What a full set of checkers counts; smaller games keep the scale.
const ALL_CHECKERS: f32 = Game::Backgammon.checkers() as f32;

/// Units of a point and of a side in Tesauro's inputs.
const TESAURO_PER_POINT: usize = 4;
const TESAURO_PER_SIDE: usize = POINTS as usize * TESAURO_PER_POINT + 2;

impl Inputs for Tesauro198 {
    const FAMILIES: &'static [Family] = &[Family::Hitting, Family::Parallel];
    const NAME: &'static str = "tesauro198";
    const POINT_UNITS: usize = 2 * TESAURO_PER_SIDE;
    const FEATURES: usize = 2;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, mut emit: impl FnMut(usize, f32)) {
        if count == 0 {
            return;
        }
        let first = side as usize * TESAURO_PER_SIDE;
        let bar = first + POINTS as usize * TESAURO_PER_POINT;
        let n = f32::from(count);
        match index {
            OFF => emit(bar + 1, n / ALL_CHECKERS),
            BAR => emit(bar, n / 2.0),
            _ => {
                let point = first + (index as usize - 1) * TESAURO_PER_POINT;
                (0..count.min(3)).for_each(|i| emit(point + i as usize, 1.0));
                if count > 3 {
                    emit(point + 3, (n - 3.0) / 2.0);
                }
            }
        }
    }

    #[inline(always)]
    fn write_features<const ALL: bool>(_: &Position, features: &mut [f32]) {
        // The player on roll is always Tesauro's White, so it is always White's turn.
        features.copy_from_slice(&[1.0, 0.0]);
    }
}

impl Inputs for Points1 {
    const FAMILIES: &'static [Family] = &[Family::Hitting, Family::Parallel];
    const NAME: &'static str = "points1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = 0;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    #[inline(always)]
    fn write_features<const ALL: bool>(_: &Position, _: &mut [f32]) {}
}

/// Units of a point and of a side in [`count_units`].
const COUNTS_PER_POINT: usize = 5;
const COUNTS_PER_SIDE: usize = POINTS as usize * COUNTS_PER_POINT + 3;
/// Units of both sides in [`count_units`].
pub(super) const COUNT_UNITS: usize = 2 * COUNTS_PER_SIDE;

/// One unit each for exactly one, exactly two, exactly three and at least four checkers on a point, and
/// half of what exceeds four; one, two, and more than two checkers on the bar. 123 units a side; those
/// borne off are left to the features.
#[inline(always)]
pub(super) fn count_units(side: Side, index: u8, count: u8, mut emit: impl FnMut(usize, f32)) {
    if count == 0 || index == OFF {
        return;
    }
    let first = side as usize * COUNTS_PER_SIDE;
    let n = f32::from(count);
    if index == BAR {
        let bar = first + POINTS as usize * COUNTS_PER_POINT;
        emit(bar + usize::from(count.min(3)) - 1, if count > 2 { (n - 2.0) / 2.0 } else { 1.0 });
        return;
    }
    let point = first + (index as usize - 1) * COUNTS_PER_POINT;
    emit(point + usize::from(count.min(4)) - 1, 1.0);
    if count > 4 {
        emit(point + 4, (n - 4.0) / 2.0);
    }
}
