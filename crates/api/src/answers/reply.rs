//! Answers to a double, beaver or raccoon.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::cube::ReplyDecision;
use sheshbesh_movegen::Side;

/// Equity of each answer to a double, beaver or raccoon, for the player who answers, in points at
/// the present cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeReplies {
    /// Cube turn to be answered: `double`, `beaver` or `raccoon`.
    pub to: String,
    /// Player who answers: `own` for the player on roll, or `opponent`.
    pub decides: String,
    /// Best answer: `take`, `pass`, `beaver` or `raccoon`.
    pub best: String,
    /// Equity of playing on with the cube as offered.
    pub take: f32,
    /// Equity of giving up the cube's value before the offer.
    pub pass: f32,
    /// Equity of a beaver, if a double may be beavered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beaver: Option<f32>,
    /// Equity of a raccoon, if a beaver may be raccooned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raccoon: Option<f32>,
    /// Match winning chances of the same answers, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<ReplyChances>,
}

/// Match winning chances of the player who answers, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplyChances {
    /// After a take.
    pub take: f32,
    /// After a pass.
    pub pass: f32,
}

impl From<ReplyDecision> for CubeReplies {
    fn from(replies: ReplyDecision) -> Self {
        let ReplyDecision { decides, take, pass, turn, scale, .. } = replies;
        let turn = turn.map(|worth| scale.points(worth));
        let answered = replies.answered();
        Self {
            to: answered.to_owned(),
            decides: match decides {
                Side::OnRoll => "own".to_owned(),
                Side::Opponent => "opponent".to_owned(),
            },
            best: replies.best().name().to_owned(),
            take: scale.points(take),
            pass: scale.points(pass),
            beaver: turn.filter(|_| answered == "double"),
            raccoon: turn.filter(|_| answered == "beaver"),
            mwc: scale.is_match().then_some(ReplyChances { take, pass }),
        }
    }
}
