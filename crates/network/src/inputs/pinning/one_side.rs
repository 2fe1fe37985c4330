//! One side of a board on which checkers are pinned, ready to be looked at, and what threatens it.

use crate::inputs::{
    escapes::Blocks,
    structural::{BOARD, Hits, highest, mirrored},
};
use sheshbesh_movegen::{Checkers, Position};

/// One side's checkers. All masks are in its own view.
pub(super) struct OneSide {
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points with a checker, and with two or more.
    pub(super) occupied: u32,
    pub(super) made: u32,
    /// Points where its checker lies under one of the other's, and where it lies on one of them.
    pub(super) pinned: u32,
    pub(super) pins: u32,
    /// Points with checkers that may move.
    pub(super) free: u32,
    /// Points where the other side may not land.
    pub(super) holds: u32,
    /// The last point with a checker, and with one that may move; 0 if there is none.
    pub(super) rearmost: u32,
    pub(super) last_free: u32,
}

impl OneSide {
    /// The player on roll's side, and the opponent's.
    #[inline(always)]
    pub(super) fn both(position: &Position) -> [Self; 2] {
        let (own, opponent) = (position.own(), position.opponent());
        [Self::new(own, opponent.pinned()), Self::new(opponent, own.pinned())]
    }

    /// From its checkers and those of the other side's that are pinned, in the other's view.
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

    /// Lone checkers that can be pinned.
    #[inline(always)]
    pub(super) fn blots(&self) -> u32 {
        self.free & !self.holds
    }

    /// How many checkers stand on an index.
    #[inline(always)]
    pub(super) fn on(&self, index: u8) -> u8 {
        self.counts[usize::from(index)]
    }

    /// Where it may land.
    #[inline(always)]
    pub(super) fn open(&self, other: &Self) -> u32 {
        BOARD & !mirrored(other.holds)
    }

    /// What a checker of this side on an index has before it.
    #[inline(always)]
    pub(super) fn faces(&self, other: &Self, index: u32) -> Blocks {
        Blocks::ahead_of(index.max(1), other.holds)
    }
}

/// The blots of a side that each of the other's next rolls pins.
#[inline(always)]
pub(super) fn dangers(side: &OneSide, other: &OneSide) -> Hits {
    Hits::without_bar(side.blots(), BOARD & !side.holds, mirrored(other.free))
}
