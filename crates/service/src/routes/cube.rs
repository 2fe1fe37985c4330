//! `POST /cube`: evaluates cube decisions.

use crate::{error::ApiError, routes::request::Request, service::Service, task::Task};
use sheshbesh_api::{CubeRequest, CubeResponse};
use std::sync::Arc;

/// Evaluates the cube decision
///
/// The response equals `shesh cube --json`. `chances` can be given instead of a position.
#[utoipa::path(
    post,
    path = "/cube",
    tag = "analysis",
    request_body = CubeRequest,
    responses((status = 200, description = "The equities of the decisions.", body = CubeResponse))
)]
pub(crate) fn cube(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<CubeRequest>()?.question(&service.engines)?;
    Ok(Task::search(move |engine, stop| Ok(query(engine, stop)?)))
}
