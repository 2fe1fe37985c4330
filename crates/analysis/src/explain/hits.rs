//! Hits by the opponent's best replies.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::RollAnswered;
use sheshbesh_movegen::{BAR, ORDERED_ROLLS, Position};

/// Hits by the opponent's best replies to a play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hits {
    /// Number of the 36 rolls for which the best reply by 1-ply hits; more rolls may be able to
    /// hit.
    pub rolls: u32,
    /// Pips lost to hits, as a mean over all rolls.
    pub pips: f32,
}

impl Hits {
    /// Counts the hits after a play to `result`, which is from the opponent's view.
    pub(super) fn new(result: &Position, answered: &[RollAnswered]) -> Self {
        let mine = result.opponent();
        let (mut rolls, mut pips) = (0, 0);
        for roll in answered {
            // Only a hit puts a checker on the bar or changes the pips of the player who does not
            // move.
            let after = roll.position.own();
            if after.on(BAR) > mine.on(BAR) {
                rolls += roll.dice.weight();
            }
            pips += roll.dice.weight() * (after.pips() - mine.pips());
        }
        Self { rolls, pips: pips as f32 / ORDERED_ROLLS as f32 }
    }
}
