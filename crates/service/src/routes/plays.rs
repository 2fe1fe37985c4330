//! `POST /plays`: all legal plays of a roll, checker by checker.

use crate::{error::ApiError, routes::request::Request, service::Service, task::Task};
use sheshbesh_api::{PlaysRequest, Tree};
use std::sync::Arc;

/// Returns all legal plays of a roll as a tree, for entering a play step by step without further
/// requests
#[utoipa::path(
    post,
    path = "/plays",
    tag = "positions",
    request_body = PlaysRequest,
    responses((status = 200, description = "The plays.", body = Tree))
)]
pub(crate) fn plays(_service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let question = request.json::<PlaysRequest>()?.question()?;
    Ok(Task::light(move || Ok(question())))
}
