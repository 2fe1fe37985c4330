//! A cube decision taken apart: the type behind `cube --explain --json`.

use super::contexts::InContext;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::ORDERED_ROLLS;

/// Sequences of a roll of each player.
pub const SEQUENCES: u32 = ORDERED_ROLLS * ORDERED_ROLLS;

/// Whether to double, what to answer, and what there is to say of it. Equities are those of who
/// doubles or might, in points per game at the cube before the double.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeExplanation {
    /// Plies of the search.
    pub ply: u32,
    /// What doubling is worth beyond rolling on, the opponent answering best: below 0 where rolling
    /// on is better.
    pub double: f32,
    /// What a pass gives beyond a take: below 0 where the opponent should pass.
    pub take: f32,
    /// Whether `double` is less than [`CLOSE`](super::CLOSE), whatever its sign.
    pub close: bool,
    /// On how many of the 1,296 sequences of both rolls the market is lost: the game is won, or the
    /// opponent's right answer to a double has become a pass, by 1-ply.
    pub market_losers: u32,
    /// How often the opponent must answer wrongly for a double that is wrong to be right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_answers: Option<WrongAnswers>,
    /// `double` where something else is at stake.
    pub contexts: Vec<InContext>,
    /// The same at 1, 2 and 3 plies, and at `ply` where that is more.
    pub depths: Vec<CubeAtDepth>,
    /// Whether no two of `depths` have `double` of different signs, nor `take`.
    pub depths_agree: bool,
    /// The same in words.
    pub sentences: Vec<String>,
}

/// A wrong answer, and how often it must come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WrongAnswers {
    /// `pass` or `take`.
    pub answer: String,
    /// Of all answers, the share from which on doubling is right, 0 to 1.
    pub share: f32,
}

/// What [`CubeExplanation::double`] and [`CubeExplanation::take`] are at some depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAtDepth {
    /// Plies of the search.
    pub ply: u32,
    /// Below 0 where rolling on is better.
    pub double: f32,
    /// Below 0 where a pass is right.
    pub take: f32,
}
