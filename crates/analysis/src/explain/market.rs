//! Counts market losers.

use super::error::ExplainError;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{Answer, Dice, ORDERED_ROLLS, Position, Situation};
use std::collections::HashMap;

/// A roll of the player on roll, and the replies after which the market is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MarketRoll {
    /// The roll, such as `66`.
    pub dice: String,
    /// Number of the opponent's 36 rolls after which the market is lost.
    pub replies: u32,
}

/// Market losers among the 36 × 36 two-roll sequences.
pub(super) struct MarketLosers {
    /// Number of sequences.
    pub(super) total: u32,
    /// Rolls that lose the market after any reply, those with the most replies first.
    pub(super) rolls: Vec<MarketRoll>,
}

/// Counts the two-roll sequences after which the game is won or the opponent's right answer to a
/// double is a pass. Both rolls are played best by 1-ply.
pub(super) fn market_losers(
    evaluator: &mut Evaluator,
    situation: &Situation,
) -> Result<MarketLosers, ExplainError> {
    // `answers` returns the opponent's replies, so the stakes are handed over to make the player on
    // roll the one who replies.
    evaluator.set_stakes(&situation.handed_over(situation.position))?;
    let mine = evaluator.answers(&situation.position, Depth::ONE)?;
    let is_over = |position: &Position| situation.game.end(position, None).is_some();
    // Losing replies by index in `mine`.
    let mut lost = vec![0; mine.len()];
    // Positions after both rolls, each with the rolls and replies that lead to it.
    let mut next: HashMap<Position, Vec<(usize, u32)>> = HashMap::new();
    for (index, played) in mine.iter().enumerate() {
        // The position from the view of the opponent, who rolls next.
        if is_over(&played.position) {
            lost[index] = ORDERED_ROLLS;
            continue;
        }
        evaluator.set_stakes(situation)?;
        for answered in evaluator.answers(&played.position, Depth::ONE)? {
            if !is_over(&answered.position) {
                let reached = next.entry(answered.position).or_default();
                reached.push((index, answered.dice.weight()));
            }
        }
    }
    for (position, reached) in next {
        let decision =
            evaluator.cube_decision(&Situation { position, ..*situation }, Depth::ONE)?;
        if decision.response() == Answer::Pass {
            for (index, replies) in reached {
                lost[index] += replies;
            }
        }
    }
    let all: Vec<(Dice, u32)> = mine.iter().map(|played| played.dice).zip(lost).collect();
    let total = all.iter().map(|(dice, replies)| dice.weight() * replies).sum();
    let losing = all.into_iter().filter(|&(_, replies)| replies > 0);
    let mut rolls: Vec<MarketRoll> =
        losing.map(|(dice, replies)| MarketRoll { dice: dice.to_string(), replies }).collect();
    rolls.sort_by(|a, b| b.replies.cmp(&a.replies).then_with(|| b.dice.cmp(&a.dice)));
    Ok(MarketLosers { total, rolls })
}
