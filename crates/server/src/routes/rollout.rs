//! `POST /jobs/rollout`: rolls out a position or the best plays of a roll.

use super::jobs::accepted;
use crate::{
    app::App,
    http::{body::Body, error::ApiError},
    jobs::{Found, JobKind, Status},
};
use axum::{extract::State, response::Response};
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
    let question = request.question(&app.engines)?;
    let time = app.jobs.longest();
    let status =
        app.jobs.post(JobKind::Rollout, question.games(), move |engine, stop, watched| {
            let answer = question.answer(engine, stop, &mut |rollout| {
                let games = rollout.results.iter().map(|result| result.games).max().unwrap_or(0);
                watched.tell(games, serde_json::to_string(rollout).ok());
                true
            })?;
            if answer.results.iter().any(|result| result.games == 0) {
                return Err(ApiError::nonsense(format_args!(
                    "no games were finished within {time}: use fewer plies or fewer plays"
                )));
            }
            // Clients of a cancelled job never see the note, so it can only mean that the time is up.
            let note = stop
                .is_due()
                .then(|| format!("the rollout stopped after {time}, before all games were played"));
            let result = serde_json::to_string(&answer).map_err(ApiError::ours)?;
            Ok(Found { result, note, ..Found::default() })
        })?;
    accepted(&status, &app.budget)
}
