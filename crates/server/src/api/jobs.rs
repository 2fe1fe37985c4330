//! `GET`, `DELETE /jobs/{id}` and `GET /jobs/{id}/events`: jobs watched, fetched and cancelled.

use crate::{
    app::App,
    budget::{Budget, CountedJson},
    fault::Fault,
    jobs::{State as JobState, Status, no_job},
};
use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{StatusCode, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::{Stream, stream};
use std::{convert::Infallible, sync::Arc, time::Duration};

/// Between two events there is so much time at least.
const PAUSE: Duration = Duration::from_millis(100);
/// No result within an event is longer, in bytes.
const LARGEST_IN_EVENT: usize = 64 << 10;

/// What a path says, if it is text.
type Id = Result<Path<String>, PathRejection>;

fn named(id: Id) -> Result<String, Fault> {
    id.map(|Path(id)| id).map_err(|_| no_job())
}

/// The job with its result, which is counted before it is copied.
fn body(status: &Status, budget: &Budget) -> Result<CountedJson, Fault> {
    let mut claim = budget.nothing();
    claim.receive(status.size())?;
    let mut text = status.json(usize::MAX)?;
    text.push('\n');
    claim.receive(text.len())?;
    Ok(CountedJson(claim.hold(text)))
}

/// The answer to somebody who posts a job.
pub(super) fn accepted(status: &Status, budget: &Budget) -> Result<Response, Fault> {
    let place = [(header::LOCATION, format!("/api/v1/jobs/{}", status.id()))];
    Ok((StatusCode::ACCEPTED, place, body(status, budget)?).into_response())
}

/// How far a job is, with its result once there is one
#[utoipa::path(
    get,
    path = "/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "As it was given when the job was posted.")),
    responses((status = 200, description = "The job.", body = Status))
)]
pub(crate) async fn job(State(app): State<Arc<App>>, id: Id) -> Result<CountedJson, Fault> {
    let status = app.jobs.watch(&named(id)?)?.borrow().clone();
    body(&status, &app.budget)
}

/// Cancels a job; one that is over stays as it is
#[utoipa::path(
    delete,
    path = "/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "As it was given when the job was posted.")),
    responses((status = 200, description = "The job.", body = Status))
)]
pub(crate) async fn cancel(State(app): State<Arc<App>>, id: Id) -> Result<CountedJson, Fault> {
    body(&app.jobs.cancel(&named(id)?)?, &app.budget)
}

/// What happens to a job, as server-sent events: `progress` as often as it gets on, then one of
/// `done`, `failed` and `cancelled`; each with the job as data, large results being left out
#[utoipa::path(
    get,
    path = "/jobs/{id}/events",
    tag = "jobs",
    params(("id" = String, Path, description = "As it was given when the job was posted.")),
    responses((
        status = 200,
        description = "Events until the job is over.",
        body = String,
        content_type = "text/event-stream",
    ))
)]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    id: Id,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    let mut job = app.jobs.watch(&named(id)?)?;
    job.mark_changed();
    let events = stream::unfold(Some(job), async |job| {
        let mut job = job?;
        job.changed().await.ok()?;
        let status = job.borrow_and_update().clone();
        let name = match status.state {
            JobState::Waiting | JobState::Running => "progress",
            over => over.name(),
        };
        let event = Event::default().event(name).data(status.json(LARGEST_IN_EVENT).ok()?);
        if status.state.is_over() {
            return Some((Ok(event), None));
        }
        tokio::time::sleep(PAUSE).await;
        Some((Ok(event), Some(job)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
