//! `POST /position`: describes a position and converts between IDs and boards.

use crate::{
    answer::Answer, error::ApiError, routes::request::Request, service::Service, task::Task,
};
use sheshbesh_api::{Described, PositionRequest};
use std::sync::Arc;

/// Describes a position
///
/// Reads any ID or board and returns all its properties and IDs. `ply` and `filter` are accepted
/// and ignored.
#[utoipa::path(
    post,
    path = "/position",
    tag = "positions",
    request_body = PositionRequest,
    responses((status = 200, description = "The position.", body = Described))
)]
pub(crate) fn position(_service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    Ok(Task::Ready(Answer::json(&request.json::<PositionRequest>()?.answer()?)?))
}
