//! Checkers of one side in games with parallel movement, in the form that features are computed
//! from.

use crate::inputs::{
    board::{BOARD, highest, mirrored},
    escapes::Blocks,
};
use sheshbesh_movegen::{Checkers, POINTS};

/// Distance between a point of one side and the other side's point of the same number.
pub(super) const HALF: u8 = POINTS / 2;
/// The same from White's point to Black's in American.
const AHEAD_OF_WHITE: u8 = 6;

/// Checkers of one side, in the form that features are computed from.
pub(super) struct OneSide {
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points with a checker, in the side's own view.
    pub(super) occupied: u32,
    /// Points with a checker, in the other side's view.
    pub(super) seen_by_other: u32,
    /// `seen_by_other`, mirrored as [`Blocks`] requires.
    pub(super) ahead_of_other: u32,
    /// The rearmost point with a checker; 0 if there is none.
    pub(super) rearmost: u32,
}

impl OneSide {
    #[inline(always)]
    pub(super) fn new(checkers: Checkers, other: Checkers) -> Self {
        let counts = checkers.counts();
        let occupied = checkers.occupied() & BOARD;
        let seen_by_other = turned(occupied, apart(checkers, other));
        Self {
            pips: counts.iter().zip(0u16..).map(|(&n, i)| u16::from(n) * i).sum::<u16>().into(),
            counts,
            occupied,
            seen_by_other,
            ahead_of_other: mirrored(seen_by_other),
            rearmost: highest(occupied),
        }
    }

    /// Returns the points ahead of a checker on an index of the side's own view.
    #[inline(always)]
    pub(super) fn faces(&self, other: &Self, index: u32) -> Blocks {
        debug_assert!(self.occupied & BOARD == self.occupied);
        Blocks::ahead_of(index, other.ahead_of_other)
    }
}

/// Difference of the other side's number of a point to that of the side with these checkers.
#[inline(always)]
const fn apart(checkers: Checkers, other: Checkers) -> u8 {
    // Only American has White.
    if checkers.is_white() {
        AHEAD_OF_WHITE
    } else if other.is_white() {
        POINTS - AHEAD_OF_WHITE
    } else {
        HALF
    }
}

/// Converts a mask of points to the other side's numbering.
#[inline(always)]
const fn turned(mask: u32, apart: u8) -> u32 {
    (mask << apart | mask >> (POINTS - apart)) & BOARD
}
