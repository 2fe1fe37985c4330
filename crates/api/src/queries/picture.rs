//! Board pictures.

use crate::{error::QueryError, request_error::RequestError};
use sheshbesh_analysis::svg_board::{Arrows, PLAYERS, Style, draw_styled};
use sheshbesh_movegen::{Phase, Position, Situation, notation};

/// A position to draw, with arrows for at most two plays of its roll.
///
/// ```
/// use sheshbesh_api::queries::PictureQuery;
/// use sheshbesh_movegen::{Game, Phase, Situation};
/// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let rolled = Situation { phase: Phase::Rolled("31".parse().unwrap()), ..start };
/// let svg = PictureQuery::new(rolled, Some("8/5 6/5"), None)?.svg(Default::default());
/// assert_eq!(svg.matches("class=\"played head\"").count(), 2);
/// assert!(PictureQuery::new(start, Some("8/5 6/5"), None).is_err());
/// # Ok::<(), sheshbesh_api::QueryError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PictureQuery {
    situation: Situation,
    arrows: Arrows,
}

impl PictureQuery {
    /// Creates the query: `arrows` is a play with solid arrows, `best` one with dashed arrows.
    ///
    /// # Errors
    /// When a play is not legal, or when there is a play and the position has no roll.
    pub fn new(
        situation: Situation,
        arrows: Option<&str>,
        best: Option<&str>,
    ) -> Result<Self, QueryError> {
        let result = |play: Option<&str>| read_play(&situation, play);
        let arrows = Arrows { played: result(arrows)?, best: result(best)? };
        Ok(Self { situation, arrows })
    }

    /// Draws the picture as a self-contained `<svg>` element.
    pub fn svg(&self, style: Style) -> String {
        draw_styled(&self.situation, PLAYERS, &self.arrows, style)
    }
}

/// Position after a play of the roll, from the opponent's view.
fn read_play(situation: &Situation, play: Option<&str>) -> Result<Option<Position>, QueryError> {
    let Some(play) = play else { return Ok(None) };
    let Phase::Rolled(dice) = situation.phase else {
        return Err(QueryError::invalid(RequestError::NoRoll(situation.game)));
    };
    let result = notation::parse(situation.game, &situation.position, dice, play);
    result.map(Some).map_err(QueryError::invalid)
}
