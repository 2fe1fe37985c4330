//! Comparison of two plays: the type behind `best --explain --json`.

use super::{
    board::BoardFact, contexts::InContext, hits::Hits, outcomes::OutcomeSplit, rolls::RollSplit,
};
use serde::{Deserialize, Serialize};

/// Comparison of two plays of a roll. Differences are those of the better play minus the other, in
/// points per game at the present cube, the unit of `equity` everywhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The better play at `ply`.
    pub better: ExplainedPlay,
    /// The other play.
    pub other: ExplainedPlay,
    /// Search depth of the comparison in plies, the same for both plays.
    pub ply: u32,
    /// Equity difference, 0 or more.
    pub difference: f32,
    /// True if `difference` is less than [`CLOSE`](super::CLOSE).
    pub close: bool,
    /// Difference by outcomes.
    pub outcomes: OutcomeSplit,
    /// Difference by the opponent's rolls, at 2-ply or deeper; absent if the opponent does not
    /// roll after a play, and in games with three dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<RollSplit>,
    /// Differences on the board.
    pub board: Vec<BoardFact>,
    /// Difference at alternative stakes.
    pub contexts: Vec<InContext>,
    /// Difference at 1, 2 and 3 plies, and at `ply` if deeper.
    pub depths: Vec<AtDepth>,
    /// True if the difference does not change its sign among `depths`.
    pub depths_agree: bool,
    /// The comparison in sentences.
    pub sentences: Vec<String>,
}

/// One of the two plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplainedPlay {
    /// Play in standard notation.
    pub play: String,
    /// Position after the play, with the opponent on roll.
    pub position_id: String,
    /// Equity in points, at the depth of the comparison.
    pub equity: f32,
    /// Match winning chance, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// The opponent's hits, in games with hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<Hits>,
}

/// Difference at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AtDepth {
    /// Search depth in plies.
    pub ply: u32,
    /// Below 0 if the other play is better at this depth.
    pub difference: f32,
}
