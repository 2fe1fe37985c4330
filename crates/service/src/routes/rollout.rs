//! `POST /jobs/rollout`: rolls out a position or the best plays of a roll.

use crate::{
    error::ApiError,
    job::{JobError, JobKind, JobNote, JobOutput, JobWork, ProgressReport, Status},
    routes::request::Request,
    service::Service,
    task::Task,
};
use serde_json::value::to_raw_value;
use sheshbesh_api::RolloutRequest;
use std::sync::Arc;

/// Rolls out a position or the best plays of a roll
#[utoipa::path(
    post,
    path = "/jobs/rollout",
    tag = "jobs",
    request_body = RolloutRequest,
    responses((status = 202, description = "The job, with its URL in the header `Location`.", body = Status))
)]
pub(crate) fn post(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query = request.json::<RolloutRequest>()?.question(&service.engines)?;
    Ok(Task::Job(JobWork::new(
        JobKind::Rollout,
        query.games(),
        move |engine, stop, limit, report| {
            let answer = query.answer(engine, stop, &mut |rollout| {
                let done = rollout.results.iter().map(|result| result.games).max().unwrap_or(0);
                report(ProgressReport { done, result: to_raw_value(rollout).ok() });
                true
            })?;
            if answer.results.iter().any(|result| result.games == 0) {
                return Err(ApiError::unprocessable(JobError::NoGames(limit)));
            }
            // Clients of a cancelled job never see the note, so it can only mean that the time is up.
            let note = stop.is_due().then_some(JobNote::Stopped(limit));
            let result = to_raw_value(&answer).map_err(ApiError::internal)?;
            Ok(JobOutput { result, record: None, note })
        },
    )))
}
