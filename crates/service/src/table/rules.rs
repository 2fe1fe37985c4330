//! Wire type for the game and rules of a new session.

use super::error::TableError;
use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use sheshbesh_api::RequestError;
use sheshbesh_movegen::{GameSeries, Referee, Situation, StatedGame, TableRules, with_table_rules};
use utoipa::ToSchema;

with_table_rules! {
    /// A new session: a game, or several in turn, and its rules. Money games unless `match` is
    /// given.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Beginning {
        /// Game; `backgammon` by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// Position to begin at, in any notation, with its cube, score and dice; defaults to the
        /// start of the game. Without `match` and `cube`, the stakes are those of the ID.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// Several games in turn instead of one game: `tavli`, which needs `match`, or
        /// comma-separated games. Without `match`, each game is played once and the higher total of
        /// points wins; a game of Hypergammon breaks a tie.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<String>,
    }
}

impl Beginning {
    /// Creates the referee at the beginning of the session.
    pub(crate) fn referee(&self) -> Result<Referee, ApiError> {
        let (frame, rules) = self.read()?;
        let Some(table) = self.table()? else { return Ok(Referee::new(frame, rules)) };
        if table.is_beavered() {
            return Err(ApiError::unprocessable(TableError::BeginsWithBeaver));
        }
        Referee::set_up(rules, table).map_err(ApiError::unprocessable)
    }

    /// Position to begin at, if one is given.
    pub(crate) fn table(&self) -> Result<Option<Situation>, ApiError> {
        let Some(text) = &self.position else { return Ok(None) };
        if self.frame.is_some() {
            return Err(ApiError::unprocessable(TableError::FrameAtPosition));
        }
        let stated: Option<StatedGame> =
            self.game.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?;
        let game = stated.as_ref().map(StatedGame::game).unwrap_or_default();
        let table = Situation::parse(text, game).map_err(ApiError::unprocessable)?;
        match stated.filter(|stated| !stated.allows(table.game)) {
            Some(stated) => {
                let found = stated.stating_alike(table.game);
                let other = RequestError::OtherGame { found, stated };
                Err(ApiError::unprocessable(other))
            }
            None => Ok(Some(table)),
        }
    }

    /// Frame and rules of the session. Fails if they do not fit together.
    pub(crate) fn read(&self) -> Result<(GameSeries, TableRules), ApiError> {
        let game = match self.table()? {
            Some(table) => Some(table.game),
            None => {
                self.game.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?
            }
        };
        let frame = match (&self.frame, game) {
            (None, game) => game.map_or_else(GameSeries::default, GameSeries::of),
            (Some(frame), None) => frame.parse().map_err(ApiError::unprocessable)?,
            (Some(_), Some(_)) => {
                return Err(ApiError::unprocessable(TableError::FrameAndGame));
            }
        };
        // A list of the same games may also be played once each.
        if self.frame.as_deref() == Some("tavli") && self.length.is_none() {
            return Err(ApiError::unprocessable(TableError::TavliLength));
        }
        let mut rules = self.table_rules(&frame).map_err(ApiError::unprocessable)?;
        if self.cube_rules().is_unstated()
            && let Some(table) = self.table()?.filter(Situation::shows_stakes)
        {
            rules.cube = table.cube_rules();
            rules = rules.checked().map_err(ApiError::unprocessable)?;
        }
        Ok((frame, rules))
    }
}
