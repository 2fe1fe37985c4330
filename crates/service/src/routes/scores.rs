//! `POST /scores`: evaluates a position at every match score.

use crate::{error::ApiError, routes::request::Request, service::Service, task::Task};
use sheshbesh_api::{Scores, ScoresRequest};
use std::sync::Arc;

/// Evaluates the best play or the cube decision at every score of a match
///
/// The response equals `shesh best --scores --json` if there is a roll, and `shesh cube --scores
/// --json` otherwise. The cube is set by the position or by `cube`.
#[utoipa::path(
    post,
    path = "/scores",
    tag = "analysis",
    request_body = ScoresRequest,
    responses((status = 200, description = "A result for each score.", body = Scores))
)]
pub(crate) fn scores(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<ScoresRequest>()?.question(&service.engines)?;
    Ok(Task::search(move |engine, stop| Ok(query(engine, stop)?)))
}
