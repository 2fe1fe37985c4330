//! `POST /start`: starts a session.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
    table::{Beginning, Session, Turn},
};
use axum::extract::State;
use std::sync::Arc;

/// Starts a game, a money session or a match, before the opening roll
#[utoipa::path(
    post,
    path = "/start",
    tag = "table",
    request_body = Beginning,
    responses((status = 200, description = "The session before the opening roll.", body = Turn))
)]
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Body(beginning, ..): Body<Beginning>,
) -> Result<Answer<Turn>, ApiError> {
    let session = Session::begin(&beginning, app.next_session())?;
    Ok(Answer(Turn::new(&session, None)))
}
