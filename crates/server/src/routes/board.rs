//! `GET /board.svg` and `POST /picture`: board pictures.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError, upload::query_error},
};
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::header,
    response::{IntoResponse, Response},
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
pub(crate) async fn board_svg(
    State(app): State<Arc<App>>,
    query: Result<Query<PictureRequest>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(request) = query.map_err(|error| query_error(&error))?;
    let Answer(picture) = draw(&app, request).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture.svg).into_response())
}

/// Draws a position as an SVG picture, with arrows for plays, and returns it with the position's ID
#[utoipa::path(
    post,
    path = "/picture",
    tag = "positions",
    request_body = PictureRequest,
    responses((status = 200, description = "The picture.", body = Picture))
)]
pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<PictureRequest>,
) -> Result<Answer<Picture>, ApiError> {
    draw(&app, request).await
}

async fn draw(app: &App, request: PictureRequest) -> Result<Answer<Picture>, ApiError> {
    Ok(Answer(app.pool.run_light(move || Ok(request.answer()?)).await?))
}
