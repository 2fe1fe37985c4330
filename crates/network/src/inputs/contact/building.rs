//! Rolls that build: make a point or cover a blot in the blocking zone.

use super::one_side::OneSide;
use crate::inputs::{
    board::{BOARD, mirrored},
    rolls::{BY_ROLL, ROLL_LANES, RollLanes},
};
use sheshbesh_movegen::POINTS;

/// Bits 2 to 8, where a new point blocks most.
pub(super) const BLOCKING_ZONE: u32 = 0b1_1111_1100;

/// Sums over the 36 rolls: rolls that make a point, and rolls that cover a blot.
pub(super) struct Building {
    pub(super) makes: f32,
    pub(super) covers: f32,
}

/// Counts the rolls of this side that build in the blocking zone with spare checkers: blots, and
/// checkers beyond two on a point. Doubles bring two spare checkers from one point.
#[inline(always)]
pub(super) fn count_building_rolls(side: &OneSide, other: &OneSide) -> Building {
    let (mut three_or_more, mut four_or_more) = (0, 0);
    for (index, &count) in (0u32..).zip(&side.counts[..=POINTS as usize]) {
        three_or_more |= u32::from(count > 2) << index;
        four_or_more |= u32::from(count > 3) << index;
    }
    let spare = (side.blots() | three_or_more) & BOARD;
    let empty = BLOCKING_ZONE & !side.occupied & !mirrored(other.made);
    let slots = BLOCKING_ZONE & side.blots();
    let pairs = (side.made & !three_or_more | four_or_more) & BOARD;
    let RollLanes { far, near, is_double, weight } = &BY_ROLL;
    let (mut makes, mut covers) = (0, 0);
    for i in 0..ROLL_LANES {
        let (by_far, by_near) = (spare >> far[i], spare >> near[i]);
        let by_pair = (pairs >> near[i]) & is_double[i];
        makes += if ((by_far & by_near) | by_pair) & empty != 0 { weight[i] } else { 0 };
        covers += if (by_far | by_near) & slots != 0 { weight[i] } else { 0 };
    }
    Building { makes: makes as f32, covers: covers as f32 }
}
