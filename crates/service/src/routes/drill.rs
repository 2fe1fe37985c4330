//! `POST /drill`: asks a question of a drill, and grades an answer.

use crate::{error::ApiError, routes::request::Request, service::Service, task::Task};
use sheshbesh_api::{Drill, DrillRequest};
use std::sync::Arc;

/// Asks a question of a drill, or grades an answer to it
///
/// The question follows from kind, game, seed and number, so the server keeps nothing: a request with
/// `answer` repeats the question and grades the answer. The response equals `shesh drill --json`.
#[utoipa::path(
    post,
    path = "/drill",
    tag = "analysis",
    request_body = DrillRequest,
    responses((status = 200, description = "The question, with the grade of an answer.", body = Drill))
)]
pub(crate) fn drill(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<DrillRequest>()?.question(&service.engines)?;
    Ok(Task::search(move |engine, stop| Ok(query(engine, stop)?)))
}
