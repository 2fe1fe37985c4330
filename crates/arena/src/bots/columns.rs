//! `columns`: the advice of short manuals for beginners.
//!
//! Keep the checkers in columns of two or three, leave no checker alone where the enemy can hit it,
//! and spread the columns over the board.

use super::board::Board;
use crate::player::Turn;
use sheshbesh_movegen::{BAR, Position};

/// Maximum distance of a direct shot. A blot is near the enemy if an enemy checker stands within
/// this distance before it.
const DIRECT_SHOT: usize = 6;

pub(super) fn score(_: &Turn<'_>, result: &Position) -> f32 {
    let board = Board::after(result);
    let mut score = 0.0;
    for point in 1..usize::from(BAR) {
        score += match board.own[point] {
            0 => 0.0,
            1 => {
                let near = (point.saturating_sub(DIRECT_SHOT)..point)
                    .filter(|&from| board.opponent_on(from) > 0)
                    .count();
                let far =
                    (0..point.saturating_sub(DIRECT_SHOT)).any(|from| board.opponent_on(from) > 0);
                // A hit costs the pips from the bar to the blot's point.
                let way = f32::from(BAR) - point as f32;
                -(0.4 + 0.05 * way) * near as f32 - if far { 0.3 } else { 0.0 }
            }
            2 | 3 => 1.0,
            // Checkers in a tall column are missing elsewhere.
            tall => 1.0 - 0.3 * f32::from(tall - 3),
        };
    }
    // Tie-breaks: move forward, bear off, hit.
    score - 0.02 * board.own_side.pips() as f32
        + 0.02 * board.opponent_side.pips() as f32
        + 0.5 * f32::from(board.own[0])
}
