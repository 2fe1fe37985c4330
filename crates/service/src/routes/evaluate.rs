//! `POST /evaluate`: evaluates a position.

use crate::{error::ApiError, routes::request::Request, service::Service, task::Task};
use sheshbesh_api::{EvaluateRequest, answers::Evaluation};
use std::sync::Arc;

/// Evaluates a position for the player on roll, before the roll or numbers that are left
///
/// The response equals `shesh evaluate --json`.
#[utoipa::path(
    post,
    path = "/evaluate",
    tag = "analysis",
    request_body = EvaluateRequest,
    responses((status = 200, description = "The evaluation.", body = Evaluation))
)]
pub(crate) fn evaluate(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<EvaluateRequest>()?.question(&service.engines)?;
    Ok(Task::search(move |engine, stop| Ok(query(engine, stop)?)))
}
