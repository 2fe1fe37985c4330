//! Explanation of a cube decision from given chances, without a position.

use super::{
    close::CLOSE,
    cube::{differences, find_wrong_answers},
    cube_document::WrongAnswers,
    cube_reasons::CubeReasons,
    cube_words::{answer_words, margin_words},
    wording::wrapped,
};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeDecision, InvalidStakes, Phase},
};
use sheshbesh_movegen::Situation;

/// Explanation of a cube decision from given chances. Market losers need a position and are
/// missing. Equities are as in [`CubeExplanation`](super::CubeExplanation).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChancesExplanation {
    /// Equity of doubling, with the opponent's best answer, minus equity of rolling on; below 0 if
    /// rolling on is better.
    pub double: f32,
    /// Equity after a pass minus equity after a take; below 0 if the opponent should pass.
    pub take: f32,
    /// True if the absolute value of `double` is less than [`CLOSE`](super::CLOSE).
    pub close: bool,
    /// Wrong answers that would justify a wrong double.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_answers: Option<WrongAnswers>,
    /// Winning chances beside the points where the action changes, and gammons.
    pub reasons: CubeReasons,
    /// The explanation in sentences.
    pub sentences: Vec<String>,
}

/// Explains the decision on given chances; `None` if the player on roll may not double.
///
/// # Errors
/// If the stakes are invalid.
pub fn explain_chances(
    situation: &Situation,
    settings: &Settings,
    decision: &CubeDecision,
    phase: Phase,
) -> Result<Option<ChancesExplanation>, InvalidStakes> {
    if !decision.may_double {
        return Ok(None);
    }
    let reasons = CubeReasons::new(situation, settings, &decision.outcomes, phase)?;
    let (double, take) = differences(decision);
    let wrong_answers = find_wrong_answers(decision);
    let mut sentences = margin_words(double, "by the cube model");
    if double.abs() >= CLOSE {
        sentences.extend(wrong_answers.as_ref().map(WrongAnswers::words));
    }
    sentences.push(answer_words(take, decision.response()));
    sentences.extend(reasons.sentences());
    let close = double.abs() < CLOSE;
    Ok(Some(ChancesExplanation { double, take, close, wrong_answers, reasons, sentences }))
}

impl ChancesExplanation {
    /// Formats each sentence on its own lines, wrapped at 80 columns.
    pub fn words(&self) -> String {
        self.sentences.iter().map(|sentence| wrapped(sentence)).collect()
    }
}
