//! `POST /best`: ranks the plays of a roll. `POST /explain`: explains the better of two plays.

use crate::{error::ApiError, routes::request::Request, service::Service, task::Task};
use sheshbesh_analysis::explain::Explanation;
use sheshbesh_api::{BestRequest, ExplainRequest, answers::BestPlays};
use std::sync::Arc;

/// Ranks the plays of a roll, best first
///
/// The response equals `shesh best --json`. Plays that were searched more deeply come before the
/// others.
#[utoipa::path(
    post,
    path = "/best",
    tag = "analysis",
    request_body = BestRequest,
    responses((status = 200, description = "The ranked plays.", body = BestPlays))
)]
pub(crate) fn best(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<BestRequest>()?.question(&service.engines)?;
    Ok(Task::search(move |engine, stop| Ok(query(engine, stop)?)))
}

/// Explains why one play is better than another
///
/// The response equals the `explanation` of `shesh best --explain --json`.
#[utoipa::path(
    post,
    path = "/explain",
    tag = "analysis",
    request_body = ExplainRequest,
    responses((status = 200, description = "The explanation.", body = Explanation))
)]
pub(crate) fn explain_plays(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<ExplainRequest>()?.question(&service.engines)?;
    Ok(Task::search(move |engine, stop| Ok(query(engine, stop)?)))
}
