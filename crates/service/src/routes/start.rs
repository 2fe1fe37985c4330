//! `POST /start`: starts a session.

use crate::{
    answer::Answer,
    error::ApiError,
    routes::request::Request,
    service::Service,
    table::{Beginning, Session, Turn},
    task::Task,
};
use std::sync::Arc;

/// Starts a game, a money session or a match, before the opening roll
#[utoipa::path(
    post,
    path = "/start",
    tag = "table",
    request_body = Beginning,
    responses((status = 200, description = "The session before the opening roll.", body = Turn))
)]
pub(crate) fn start(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let beginning = request.json()?;
    let session = Session::begin(&beginning, service.next_session())?;
    Ok(Task::Ready(Answer::json(&Turn::new(&session, None))?))
}
