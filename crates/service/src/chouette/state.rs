//! Wire format of a chouette.

use super::{action::Action, beginning::Beginning};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::ChouetteStanding;
use utoipa::ToSchema;

/// Complete state of a chouette: its beginning, the standing at the start of the current game, and
/// the actions and rolls since then. The client stores it and returns it unchanged. Further dice
/// follow from `seed`, the number of rolls and a secret seed of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChouetteState)]
pub(crate) struct State {
    pub(super) beginning: Beginning,
    pub(super) standing: Standing,
    /// Actions of the current game, at most 6,000.
    pub(super) actions: Vec<Action>,
    /// Rolls of the current game; the opening roll has the die of the box first.
    pub(super) dice: Vec<String>,
    /// Session number.
    pub(super) seed: u32,
    /// Number of rolls before the current game.
    pub(super) rolls: u32,
}

/// Standing at the start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChouetteStanding)]
pub(super) struct Standing {
    /// The box, followed by the team in the order of the line.
    line: Vec<usize>,
    /// Points of finished games, by player.
    points: Vec<i64>,
    /// Number of finished games.
    games: u32,
    /// True if the sides of an asymmetric game are exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    exchanged: bool,
    /// True if nobody has won the last game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    drawn: bool,
}

impl Standing {
    /// Number of players.
    pub(super) fn players(&self) -> usize {
        self.line.len()
    }
}

impl From<&ChouetteStanding> for Standing {
    fn from(standing: &ChouetteStanding) -> Self {
        let ChouetteStanding { line, points, games, exchanged, drawn } = standing.clone();
        Self { line, points, games, exchanged, drawn }
    }
}

impl From<Standing> for ChouetteStanding {
    fn from(Standing { line, points, games, exchanged, drawn }: Standing) -> Self {
        Self { line, points, games, exchanged, drawn }
    }
}
