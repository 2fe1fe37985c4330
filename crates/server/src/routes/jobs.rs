//! `GET` and `DELETE /jobs/{id}`, `GET /jobs/{id}/events`: status, cancellation and events of jobs.

use crate::{
    app::App,
    http::{
        answer::respond_or,
        budget::{Budget, CountedJson},
    },
    jobs::job_not_found,
};
use axum::{
    Router,
    extract::{Path, State, rejection::PathRejection},
    http::{StatusCode, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
    routing::get,
};
use futures_util::{Stream, stream};
use sheshbesh_service::{ApiError, JobState, Status};
use std::{convert::Infallible, sync::Arc, time::Duration};
use utoipa::OpenApi;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/jobs/{id}", get(job).delete(cancel))
        .route("/jobs/{id}/events", get(events))
}

/// Description of the routes.
#[derive(OpenApi)]
#[openapi(paths(job, cancel, events))]
struct JobsDoc;

pub(super) fn description() -> utoipa::openapi::OpenApi {
    JobsDoc::openapi()
}

/// Minimum time between two events.
const PAUSE: Duration = Duration::from_millis(100);
/// Maximum size of a result within an event, in bytes.
const LARGEST_IN_EVENT: usize = 64 << 10;

/// Job ID of the path; an error if it is not valid UTF-8.
type Id = Result<Path<String>, PathRejection>;

fn read_id(id: Id) -> Result<String, ApiError> {
    id.map(|Path(id)| id).map_err(|_| job_not_found())
}

/// Serializes a job with its result, which is counted before it is copied.
fn respond(status: &Status, budget: &Budget) -> Result<CountedJson, ApiError> {
    let mut claim = budget.empty_claim();
    claim.receive(status.size())?;
    let mut text = status.json(usize::MAX)?;
    text.push('\n');
    claim.receive(text.len())?;
    Ok(CountedJson(claim.hold(text)))
}

/// Response to a posted job.
pub(super) fn accepted(status: &Status, budget: &Budget) -> Result<Response, ApiError> {
    let location = [(header::LOCATION, format!("/api/v1/jobs/{}", status.id()))];
    Ok((StatusCode::ACCEPTED, location, respond(status, budget)?).into_response())
}

/// Returns the status of a job, with its result once it is available
#[utoipa::path(
    get,
    path = "/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "ID of the job, from the response to its request.")),
    responses((status = 200, description = "The job.", body = Status))
)]
pub(crate) async fn job(State(app): State<Arc<App>>, id: Id) -> Response {
    let found = read_id(id).and_then(|id| app.jobs.watch(&id));
    let status = found.map(|job| job.borrow().clone());
    respond_or(status.and_then(|status| respond(&status, &app.budgets.all)))
}

/// Cancels a job; a finished job is not changed
#[utoipa::path(
    delete,
    path = "/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "ID of the job, from the response to its request.")),
    responses((status = 200, description = "The job.", body = Status))
)]
pub(crate) async fn cancel(State(app): State<Arc<App>>, id: Id) -> Response {
    let status = read_id(id).and_then(|id| app.jobs.cancel(&id));
    respond_or(status.and_then(|status| respond(&status, &app.budgets.all)))
}

/// Streams the events of a job: `progress` for each progress report, then one of `done`, `failed`
/// and `cancelled`. The data of each event is the job without large results
#[utoipa::path(
    get,
    path = "/jobs/{id}/events",
    tag = "jobs",
    params(("id" = String, Path, description = "ID of the job, from the response to its request.")),
    responses((
        status = 200,
        description = "Events until the job is over.",
        body = String,
        content_type = "text/event-stream",
    ))
)]
pub(crate) async fn events(State(app): State<Arc<App>>, id: Id) -> Response {
    respond_or(stream_events(&app, id))
}

fn stream_events(
    app: &App,
    id: Id,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, ApiError> {
    let mut job = app.jobs.watch(&read_id(id)?)?;
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
