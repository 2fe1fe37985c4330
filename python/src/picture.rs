//! Board pictures.

use crate::errors::{nonsense, refused};
use pyo3::prelude::*;
use sheshbesh_analysis::svg_board::{Style, Theme, UnknownTheme};
use sheshbesh_api::queries::PictureQuery;
use sheshbesh_movegen::{Game, InvalidDice, Phase, Situation};

/// Draws a position as an SVG picture, with solid arrows for the play `arrows` and dashed ones for
/// the play `best`.
#[pyfunction]
#[pyo3(signature = (position, dice = None, arrows = None, best = None, theme = "light", flip = false))]
pub(crate) fn board_svg(
    position: &str,
    dice: Option<&str>,
    arrows: Option<&str>,
    best: Option<&str>,
    theme: &str,
    flip: bool,
) -> PyResult<String> {
    let mut situation = Situation::parse(position, Game::default()).map_err(nonsense)?;
    if let Some(dice) = dice {
        let roll = dice.parse().map_err(|error: InvalidDice| nonsense(error))?;
        situation.phase = Phase::Rolled(roll);
    }
    let theme: Theme = theme.parse().map_err(|error: UnknownTheme| nonsense(error))?;
    let query = PictureQuery::new(situation, arrows, best);
    let query = query.map_err(|refusal| refused(&refusal, ""))?;
    Ok(query.svg(Style { theme, mirrored: flip }))
}
