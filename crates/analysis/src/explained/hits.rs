//! How often the opponent's best reply hits.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::RollAnswered;
use sheshbesh_movegen::{BAR, ORDERED_ROLLS, Position};

/// The hits of the opponent's best replies to a play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hits {
    /// On how many of 36 rolls the best reply hits, by 1-ply; more can.
    pub rolls: u32,
    /// How many pips that sends back, as a mean over all rolls.
    pub pips: f32,
}

impl Hits {
    /// After a play that leads to `result`, which the opponent sees.
    pub(super) fn new(result: &Position, answered: &[RollAnswered]) -> Self {
        let mine = result.opponent();
        let (mut rolls, mut pips) = (0, 0);
        for roll in answered {
            // Nothing else brings a checker to the bar, or changes the pips of who does not move.
            let after = roll.position.own();
            if after.on(BAR) > mine.on(BAR) {
                rolls += roll.dice.weight();
            }
            pips += roll.dice.weight() * (after.pips() - mine.pips());
        }
        Self { rolls, pips: pips as f32 / ORDERED_ROLLS as f32 }
    }
}
