//! Board pictures as SVG.

use crate::{
    error::QueryError, position_query::position_query, queries::PictureQuery,
    roll_checks::read_roll,
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::svg_board::{Style, Theme};
use sheshbesh_movegen::{Phase, Situation, notation};

position_query! {
    /// A position to draw.
    PictureRequest {
        /// The roll, for example `31`, if the ID has none or a different one is meant.
        dice: Option<String>,
        /// Play to draw with solid arrows, for example `8/5 6/5`.
        arrows: Option<String>,
        /// Play to draw with dashed arrows, beside or instead of `arrows`.
        best: Option<String>,
        /// Colours: `light` (default), `dark` or `print`.
        theme: Option<String>,
        /// Mirror the board: the player on roll bears off to the left.
        #[serde(default)]
        flip: bool,
    }
}

/// A board picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Picture {
    /// Name of the game.
    pub game: String,
    /// Position ID, from the view of the player on roll.
    pub position_id: String,
    /// XGID, with cube, score and dice; only in games that have XGIDs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xgid: Option<String>,
    /// The picture, a self-contained `<svg>` element.
    pub svg: String,
}

impl PictureRequest {
    /// Draws the position. `ply` and `filter` are accepted and ignored.
    ///
    /// # Errors
    /// When the request is invalid, or a play is not legal for the roll.
    pub fn answer(&self) -> Result<Picture, QueryError> {
        let mut situation = self.common_fields().situation()?;
        if let Some(dice) = &self.dice {
            situation.phase = Phase::Rolled(read_roll(dice, &situation)?);
        }
        let theme: Option<Theme> =
            self.theme.as_deref().map(str::parse).transpose().map_err(QueryError::invalid)?;
        let query = PictureQuery::new(situation, self.arrows.as_deref(), self.best.as_deref())?;
        let style = Style { theme: theme.unwrap_or_default(), mirrored: self.flip };
        let Situation { game, ref position, .. } = situation;
        Ok(Picture {
            game: game.to_string(),
            position_id: notation::position_id(game, position),
            xgid: situation.complete_xgid(),
            svg: query.svg(style),
        })
    }
}
