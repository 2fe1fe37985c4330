//! Bit masks of the board and scales of features, shared by the input sets.

use sheshbesh_movegen::{BAR, Game, HOME, ORDERED_ROLLS, POINTS};

/// Bits 1 to 24.
pub(super) const BOARD: u32 = ((1 << POINTS) - 1) << 1;
/// Bits 1 to 6.
pub(super) const HOME_BOARD: u32 = ((1 << HOME) - 1) << 1;
/// Bits 19 to 24: the other side's home board.
pub(super) const OPPOSING_HOME: u32 = HOME_BOARD << (POINTS - HOME);

/// Number of checkers of a full set; smaller games use the same scale.
pub(super) const ALL_CHECKERS: f32 = Game::Backgammon.checkers() as f32;
/// Number of rolls: 36, since a roll of two different numbers counts twice.
pub(super) const ROLLS: f32 = ORDERED_ROLLS as f32;

/// Mirrors a mask: index i becomes index 25 - i. If the sides move in opposite directions, this is
/// the other side's view.
#[inline(always)]
pub(super) const fn mirrored(mask: u32) -> u32 {
    mask.reverse_bits() >> (31 - BAR)
}

/// Returns the highest index of a mask; 0 if it is empty.
#[inline(always)]
pub(super) const fn highest(mask: u32) -> u32 {
    31 - (mask | 1).leading_zeros()
}
