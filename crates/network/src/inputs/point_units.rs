//! Point units: sparse inputs, each of which depends on one index and the number of a side's
//! checkers there.

use super::{
    board::ALL_CHECKERS,
    traits::{BatchFeatures, Inputs},
};
use sheshbesh_movegen::{BAR, Family, OFF, POINTS, Position, Side};

/// Tesauro's inputs. A point has three units that are 1 for at least one, two and three checkers,
/// and a unit for half the excess over three. Further units are half the number of checkers on the
/// bar, and the fraction of checkers borne off. These are 98 units per side; two more tell whose
/// turn it is.
///
/// Source: Tesauro, *Practical Issues in Temporal Difference Learning* (1992), and Sutton and
/// Barto, *Reinforcement Learning*, section 16.1, with a list of the units.
#[derive(Clone, Copy, Debug)]
pub struct Tesauro198;

/// The point units of [`Structural1`](super::Structural1) without features.
#[derive(Clone, Copy, Debug)]
pub struct Points1;

/// Number of units of a point and of a side in Tesauro's inputs.
const TESAURO_PER_POINT: usize = 4;
const TESAURO_PER_SIDE: usize = POINTS as usize * TESAURO_PER_POINT + 2;

impl Inputs for Tesauro198 {
    const FAMILIES: &'static [Family] = &[Family::Hitting, Family::Parallel, Family::Capturing];
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
    const FAMILIES: &'static [Family] = &[Family::Hitting, Family::Parallel, Family::Capturing];
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

impl BatchFeatures for Tesauro198 {}
impl BatchFeatures for Points1 {}

/// Number of units of a point and of a side in [`count_units`].
const COUNTS_PER_POINT: usize = 5;
const COUNTS_PER_SIDE: usize = POINTS as usize * COUNTS_PER_POINT + 3;
/// Number of units of both sides in [`count_units`].
pub(super) const COUNT_UNITS: usize = 2 * COUNTS_PER_SIDE;

/// Emits one unit each for exactly one, two, three and at least four checkers on a point, and one
/// for half the excess over four. On the bar, there is one unit each for one, two, and more than
/// two checkers; the last is half the excess over two. There are 123 units per side. Features cover
/// checkers off.
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
