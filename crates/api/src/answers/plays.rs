//! Ranked plays of a roll: the answer of `shesh best`.

use super::{cube_plays::CubePlay, head::Head, play::Play};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::explain::Explanation;

/// All plays of a roll, best first; plays searched deeper come before the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestPlays {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// The roll, such as `31`.
    pub dice: String,
    /// True if plays are ranked by cubeful equity.
    pub cubeful: bool,
    /// Plays, best first.
    pub plays: Vec<Play>,
    /// Best play with the cube centred, owned and the opponent's, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cubes: Vec<CubePlay>,
    /// Explanation of why one of two plays is better, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}
