//! `pipcount`: races, and hits if a hit costs nothing.

use super::{board::Board, captures};
use crate::player::Turn;
use sheshbesh_movegen::{Family, HOME, Position};

/// Score of a result: checkers off first, then free hits, then as many pips as possible into the
/// home board without waste there.
pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    if turn.game.family() == Family::Capturing {
        return captures::score(result);
    }
    let board = Board::after(result);
    let pips = |side: sheshbesh_movegen::Checkers| side.pips() as f32;
    let lost = pips(result.own()) - pips(turn.position.opponent());
    // A hit is free if no blot is left that can be hit in return.
    let exposed = board.blots().any(|point| board.shots(point) > 0);
    let hits = if exposed { 0.0 } else { lost };
    let off = f32::from(board.own[0]);
    // Pips outside the home board, which a race must bring in first.
    let outside: u32 = (usize::from(HOME) + 1..=25)
        .map(|index| u32::from(board.own[index]) * (index as u32 - u32::from(HOME)))
        .sum();
    100.0 * off + 10.0 * hits - outside as f32 - 0.1 * pips(result.opponent())
}
