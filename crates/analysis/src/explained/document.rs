//! Two plays compared: the type behind `best --explain --json`.

use super::{
    board::BoardFact, contexts::InContext, hits::Hits, outcomes::OutcomeSplit, rolls::RollSplit,
};
use serde::{Deserialize, Serialize};

/// Two plays of a roll, and all that differs. Differences are those of the better play less the
/// other, in points per game at the present cube, as `equity` is everywhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The play that is better at `ply`.
    pub better: ExplainedPlay,
    /// The other.
    pub other: ExplainedPlay,
    /// Plies of the search that compared them, both alike.
    pub ply: u32,
    /// By how much the better play is better: 0 or more.
    pub difference: f32,
    /// Whether that is less than [`CLOSE`](super::CLOSE).
    pub close: bool,
    /// The difference by outcomes.
    pub outcomes: OutcomeSplit,
    /// The difference by the opponent's rolls, at 2-ply or deeper; none where a play ends the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<RollSplit>,
    /// What else differs on the board.
    pub board: Vec<BoardFact>,
    /// The difference where something else is at stake.
    pub contexts: Vec<InContext>,
    /// The difference at 1, 2 and 3 plies, and at `ply` where that is more.
    pub depths: Vec<AtDepth>,
    /// Whether no two of `depths` have different signs.
    pub depths_agree: bool,
    /// The same in words.
    pub sentences: Vec<String>,
}

/// One of the two plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplainedPlay {
    /// As people write it.
    pub play: String,
    /// The resulting position, the opponent on roll.
    pub position_id: String,
    /// In points, at the depth at which both were compared.
    pub equity: f32,
    /// The chance to win the match, where one is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// The opponent's hits, in games with hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<Hits>,
}

/// The difference at some depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AtDepth {
    /// Plies of the search.
    pub ply: u32,
    /// Below 0 where the other play is better there.
    pub difference: f32,
}
