//! Checkers of one side in games with pins, in the form that features are computed from.

use crate::inputs::{
    board::{BOARD, highest, mirrored},
    escapes::Blocks,
    shots::Hits,
};
use sheshbesh_movegen::{Checkers, Position};

/// Checkers of one side. All masks are in its own view.
pub(super) struct OneSide {
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points with a checker.
    pub(super) occupied: u32,
    /// Points with two or more checkers.
    pub(super) made: u32,
    /// Points with a checker that the other side pins.
    pub(super) pinned: u32,
    /// Points with a checker that pins one of the other side.
    pub(super) pins: u32,
    /// Points with checkers that may move.
    pub(super) free: u32,
    /// Points where the other side may not land.
    pub(super) holds: u32,
    /// The rearmost point with a checker; 0 if there is none.
    pub(super) rearmost: u32,
    /// The rearmost point with a checker that may move; 0 if there is none.
    pub(super) last_free: u32,
}

impl OneSide {
    /// Returns the sides of the player on roll and of the opponent.
    #[inline(always)]
    pub(super) fn both(position: &Position) -> [Self; 2] {
        let (own, opponent) = (position.own(), position.opponent());
        [Self::new(own, opponent.pinned()), Self::new(opponent, own.pinned())]
    }

    /// Creates a side. `others_pinned` are the pinned checkers of the other side, in the other
    /// side's view.
    #[inline(always)]
    fn new(checkers: Checkers, others_pinned: u32) -> Self {
        let counts = checkers.counts();
        let (occupied, made) = (checkers.occupied() & BOARD, checkers.made() & BOARD);
        let (pinned, pins) = (checkers.pinned(), mirrored(others_pinned));
        let free = occupied & !pinned;
        Self {
            pips: counts.iter().zip(0u16..).map(|(&n, i)| u16::from(n) * i).sum::<u16>().into(),
            counts,
            occupied,
            made,
            pinned,
            pins,
            free,
            holds: made | pins,
            rearmost: highest(occupied),
            last_free: highest(free),
        }
    }

    /// Returns the lone checkers that can be pinned.
    #[inline(always)]
    pub(super) fn blots(&self) -> u32 {
        self.free & !self.holds
    }

    /// Returns the number of checkers on an index.
    #[inline(always)]
    pub(super) fn on(&self, index: u8) -> u8 {
        self.counts[usize::from(index)]
    }

    /// Returns the points open to the side.
    #[inline(always)]
    pub(super) fn open(&self, other: &Self) -> u32 {
        BOARD & !mirrored(other.holds)
    }

    /// Returns the points ahead of a checker of this side on an index.
    #[inline(always)]
    pub(super) fn faces(&self, other: &Self, index: u32) -> Blocks {
        Blocks::ahead_of(index.max(1), other.holds)
    }
}

/// Returns, for each of the other side's rolls, the blots of a side that it pins.
#[inline(always)]
pub(super) fn dangers(side: &OneSide, other: &OneSide) -> Hits {
    Hits::without_bar(side.blots(), BOARD & !side.holds, mirrored(other.free))
}
