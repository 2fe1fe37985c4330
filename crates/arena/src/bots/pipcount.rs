//! `pipcount`: races, and hits when it costs nothing.

use super::board::Board;
use crate::player::Turn;
use sheshbesh_movegen::{HOME, Position};

/// Checkers off first, then free hits, then as many pips as possible into the home board with
/// none wasted there.
pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    let board = Board::after(result);
    let pips = |side: sheshbesh_movegen::Checkers| side.pips() as f32;
    let lost = pips(result.own()) - pips(turn.position.opponent());
    // A hit costs nothing when no blot is left that can be hit in return.
    let exposed = board.blots().any(|point| board.shots(point) > 0);
    let hits = if exposed { 0.0 } else { lost };
    let off = f32::from(board.own[0]);
    // Pips beyond the home board: those that a race must bring in first.
    let outside: u32 = (usize::from(HOME) + 1..=25)
        .map(|index| u32::from(board.own[index]) * (index as u32 - u32::from(HOME)))
        .sum();
    100.0 * off + 10.0 * hits - outside as f32 - 0.1 * pips(result.opponent())
}
