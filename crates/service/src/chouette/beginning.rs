//! Wire type for the game, the rules and the players of a new chouette.

use super::error::{ChouetteTableError, MAX_NAME};
use crate::{error::ApiError, service::Service, table::Level};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, cube::InvalidStakes};
use sheshbesh_movegen::{ChouetteRules, Game, GameSeries, with_table_rules};
use utoipa::ToSchema;

with_table_rules! {
    /// A new chouette: a game, its rules between the box and each member of the team, and the
    /// players. A chouette is played for money, so `match` is refused.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
    #[serde(deny_unknown_fields)]
    #[schema(as = ChouetteBeginning)]
    pub(crate) struct Beginning {
        /// Game; `backgammon` by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The players, 3 to 10, in the order of the first game: the box, the captain, and the rest
        /// of the line. Answers refer to them by their index in this list.
        players: Vec<Seating>,
        /// Advice to the captain: `always`, or `after-cube` once a cube has been turned; `always`
        /// by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        consulting: Option<String>,
        /// True if the box may offer cubes that were passed to the only member who has taken.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        extras: bool,
    }
}

/// A player of a chouette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChouetteSeating)]
pub(crate) struct Seating {
    /// Name: one line of at most 30 characters.
    name: String,
    /// Level of an engine: `1-ply`, `2-ply` or `3-ply`. Absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<String>,
}

/// A player by name, and the search depth of an engine; `None` for a person.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) depth: Option<Depth>,
}

impl Beginning {
    /// Game, rules and players. Fails if they do not fit together.
    pub(super) fn read(
        &self,
        service: &Service,
    ) -> Result<(Game, ChouetteRules, Vec<Player>), ApiError> {
        let stated: Option<Game> =
            self.game.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?;
        let game = stated.unwrap_or_default();
        let table = self.table_rules(&GameSeries::of(game)).map_err(ApiError::unprocessable)?;
        let consulting = match self.consulting.as_deref() {
            Some(name) => name.parse().map_err(ApiError::unprocessable)?,
            None => Default::default(),
        };
        let players = self.players(game, service.can_evaluate(game))?;
        let is_raised = table.house_rules.arithmetic_raises && game.has_cube();
        if is_raised && players.iter().any(|player| player.depth.is_some()) {
            return Err(ApiError::unprocessable(InvalidStakes::ArithmeticRaises));
        }
        Ok((game, ChouetteRules { table, consulting, extras: self.extras }, players))
    }

    fn players(&self, game: Game, has_network: bool) -> Result<Vec<Player>, ApiError> {
        let mut players: Vec<Player> = Vec::new();
        for Seating { name, level } in &self.players {
            let is_one_line = !name.trim().is_empty() && !name.chars().any(char::is_control);
            if !is_one_line || name.chars().count() > MAX_NAME {
                return Err(ApiError::unprocessable(ChouetteTableError::PlayerName));
            }
            let is_same = |player: &Player| player.name.to_lowercase() == name.to_lowercase();
            if players.iter().any(is_same) {
                let same = ChouetteTableError::SameName(name.clone());
                return Err(ApiError::unprocessable(same));
            }
            let depth = level.as_deref().map(|level| parse_level(level, game, has_network));
            players.push(Player { name: name.clone(), depth: depth.transpose()? });
        }
        Ok(players)
    }
}

/// Parses the level of an engine, which must know the cube.
fn parse_level(name: &str, game: Game, has_network: bool) -> Result<Depth, ApiError> {
    if let Level::Network(depth) = Level::parse(name, game, has_network)? {
        return Ok(depth);
    }
    let networks = Level::all().filter(|level| matches!(level, Level::Network(_)));
    let known = networks.filter(|level| level.plays(game, has_network));
    Err(ApiError::unprocessable(ChouetteTableError::Level {
        level: name.to_owned(),
        known: known.map(|level| level.to_string()).collect(),
    }))
}
