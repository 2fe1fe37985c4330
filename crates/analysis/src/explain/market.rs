//! Counts market losers.

use super::error::ExplainError;
use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{Answer, Dice, Position, Situation};
use std::collections::HashMap;

/// Number of the 36 × 36 two-roll sequences after which the game is won or the opponent's right
/// answer to a double is a pass. Both rolls are played best by 1-ply.
pub(super) fn market_losers(
    evaluator: &mut Evaluator,
    situation: &Situation,
) -> Result<u32, ExplainError> {
    // `answers` returns the opponent's replies, so the stakes are handed over to make the player on
    // roll the one who replies.
    evaluator.set_stakes(&situation.handed_over(situation.position))?;
    let mine = evaluator.answers(&situation.position, Depth::ONE)?;
    let is_over = |position: &Position| situation.game.end(position, None).is_some();
    let (mut lost, mut next) = (0, HashMap::new());
    for played in &mine {
        // The position from the view of the opponent, who rolls next.
        if is_over(&played.position) {
            lost += played.dice.weight() * Dice::ALL.iter().map(|dice| dice.weight()).sum::<u32>();
            continue;
        }
        evaluator.set_stakes(situation)?;
        for answered in evaluator.answers(&played.position, Depth::ONE)? {
            if is_over(&answered.position) {
                continue;
            }
            let weight = played.dice.weight() * answered.dice.weight();
            *next.entry(answered.position).or_insert(0) += weight;
        }
    }
    for (position, weight) in next {
        let verdict = evaluator.cube_decision(&Situation { position, ..*situation }, Depth::ONE)?;
        if verdict.response() == Answer::Pass {
            lost += weight;
        }
    }
    Ok(lost)
}
