//! `POST /jobs/rollout`: rolls out a position or the best plays of a roll.

use super::jobs::accepted;
use crate::{
    app::App,
    http::{body::Body, error::ApiError},
    jobs::{JobError, JobKind, JobNote, JobOutput, Status},
};
use axum::{extract::State, response::Response};
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
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<RolloutRequest>,
) -> Result<Response, ApiError> {
    let query = request.question(&app.engines)?;
    let limit = app.jobs.time_limit();
    let status =
        app.jobs.post(JobKind::Rollout, query.games(), move |engine, stop, progress| {
            let answer = query.answer(engine, stop, &mut |rollout| {
                let games = rollout.results.iter().map(|result| result.games).max().unwrap_or(0);
                progress.report(games, to_raw_value(rollout).ok());
                true
            })?;
            if answer.results.iter().any(|result| result.games == 0) {
                return Err(ApiError::unprocessable(JobError::NoGames(limit)));
            }
            // Clients of a cancelled job never see the note, so it can only mean that the time is up.
            let note = stop.is_due().then_some(JobNote::Stopped(limit));
            let result = to_raw_value(&answer).map_err(ApiError::internal)?;
            Ok(JobOutput { result, record: None, note, claim: None })
        })?;
    accepted(&status, &app.budgets.all)
}
