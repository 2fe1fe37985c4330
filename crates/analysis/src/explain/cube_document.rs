//! Explanation of a cube decision: the type behind `cube --explain --json`.

use super::{contexts::InContext, cube_reasons::CubeReasons, market::MarketRoll};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::ORDERED_ROLLS;

/// Number of two-roll sequences: one roll of each player.
pub const SEQUENCES: u32 = ORDERED_ROLLS * ORDERED_ROLLS;

/// Explanation of a cube decision. Equities are those of the player on roll, in points per game at
/// the cube before the double.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeExplanation {
    /// Search depth in plies.
    pub ply: u32,
    /// Equity of doubling, with the opponent's best answer, minus equity of rolling on; below 0 if
    /// rolling on is better.
    pub double: f32,
    /// Equity after a pass minus equity after a take; below 0 if the opponent should pass.
    pub take: f32,
    /// True if the absolute value of `double` is less than [`CLOSE`](super::CLOSE).
    pub close: bool,
    /// Market losers: the number of the 1,296 two-roll sequences after which the game is won or the
    /// opponent's right answer to a double is a pass, by 1-ply.
    pub market_losers: u32,
    /// Rolls that lose the market after any reply, those with the most replies first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub market_rolls: Vec<MarketRoll>,
    /// Wrong answers that would justify a wrong double.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_answers: Option<WrongAnswers>,
    /// Winning chances beside the points where the action changes, and gammons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasons: Option<CubeReasons>,
    /// `double` at alternative stakes.
    pub contexts: Vec<InContext>,
    /// `double` and `take` at 1, 2 and 3 plies, and at `ply` if deeper.
    pub depths: Vec<CubeAtDepth>,
    /// True if neither `double` nor `take` changes its sign among `depths`.
    pub depths_agree: bool,
    /// The explanation in sentences.
    pub sentences: Vec<String>,
}

/// Wrong answer to a double, and the share of it that justifies the double.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WrongAnswers {
    /// `pass` or `take`.
    pub answer: String,
    /// Minimum share of wrong answers at which doubling is right, 0 to 1.
    pub share: f32,
}

/// [`CubeExplanation::double`] and [`CubeExplanation::take`] at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAtDepth {
    /// Search depth in plies.
    pub ply: u32,
    /// Below 0 if rolling on is better.
    pub double: f32,
    /// Below 0 if a pass is right.
    pub take: f32,
}
