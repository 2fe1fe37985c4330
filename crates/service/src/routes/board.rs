//! `GET /board.svg` and `POST /picture`: board pictures.

use crate::{
    answer::Answer, error::ApiError, routes::request::Request, service::Service, task::Task,
};
use sheshbesh_api::{Picture, PictureRequest};
use std::sync::Arc;

/// Draws a position as an SVG picture, with arrows for plays
///
/// The response equals the file of `shesh show --svg`. Further parameters are the fields of
/// `picture`, such as `match`, `score` and `cube`.
#[utoipa::path(
    get,
    path = "/board.svg",
    tag = "positions",
    params(
        ("position" = String, Query, description = "GNU Backgammon ID, XGID, OGID or FIBS board line."),
        ("game" = Option<String>, Query, description = "Game, if the ID does not name one."),
        ("dice" = Option<String>, Query, description = "Roll, for example `31`, if the ID has none."),
        ("arrows" = Option<String>, Query, description = "Play to draw with solid arrows, for example `8/5 6/5`."),
        ("best" = Option<String>, Query, description = "Play to draw with dashed arrows."),
        ("theme" = Option<String>, Query, description = "Colours: `light` (default), `dark` or `print`."),
        ("flip" = Option<bool>, Query, description = "Mirror the board: the player on roll bears off to the left."),
    ),
    responses((status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"))
)]
pub(crate) fn board_svg(_service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let request: PictureRequest = request.parameters()?;
    let draw = move || Ok(Answer::new("image/svg+xml", request.answer()?.svg));
    Ok(Task::Light(Box::new(draw)))
}

/// Draws a position as an SVG picture, with arrows for plays, and returns it with the position's ID
#[utoipa::path(
    post,
    path = "/picture",
    tag = "positions",
    request_body = PictureRequest,
    responses((status = 200, description = "The picture.", body = Picture))
)]
pub(crate) fn picture(_service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let request: PictureRequest = request.json()?;
    Ok(Task::light(move || Ok(request.answer()?)))
}
