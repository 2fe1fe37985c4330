//! Routes of the service: receives requests, schedules their work, and bounds its memory.

use super::jobs::accepted;
use crate::{
    app::App,
    http::{
        answer::{respond, respond_or},
        body::{has_content_type, receive_body},
        budget::{Claim, CountedJson},
        static_asset::StaticAsset,
    },
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use sheshbesh_service::{
    ApiDoc, ApiError, HttpError, Memory, Parameters, ROUTES, Request as ServiceRequest, Route,
    Task, status,
};
use std::sync::Arc;
use utoipa::OpenApi;

/// Estimated memory for a parsed JSON body, in bytes per byte of text.
const MEMORY_PER_BYTE: usize = 12;

pub(super) fn router() -> Router<Arc<App>> {
    let add = |router: Router<Arc<App>>, route: &'static Route| {
        let answer = move |State(app): State<Arc<App>>, request: Request| async move {
            respond_or(handle(app, route, request).await)
        };
        let methods = match route.parameters {
            Parameters::Constant | Parameters::Query => get(answer),
            Parameters::Json | Parameters::File => {
                post(answer).layer(DefaultBodyLimit::max(route.max_body))
            }
        };
        router.route(&format!("/{}", route.path), methods)
    };
    ROUTES.iter().fold(Router::new(), add)
}

pub(super) fn description() -> utoipa::openapi::OpenApi {
    ApiDoc::openapi()
}

async fn handle(
    app: Arc<App>,
    route: &'static Route,
    request: Request,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    match route.parameters {
        // The page requests it on each load, so it is compressed once.
        Parameters::Constant => {
            let headers = headers.clone();
            if let Some(asset) = app.games.get() {
                return Ok(asset.respond(&headers));
            }
            let request = ServiceRequest { query: "", body: Box::new([]) };
            let Task::Ready(answer) = (route.prepare)(&app.service, request)? else {
                return Err(ApiError::internal("a constant answer takes no work"));
            };
            let asset = || StaticAsset::new(answer.media_type, answer.body.into_bytes());
            return Ok(app.games.get_or_init(asset).respond(&headers));
        }
        Parameters::Query => {}
        Parameters::Json if has_content_type(headers, "application/json") => {}
        Parameters::File if has_content_type(headers, "application/octet-stream") => {}
        Parameters::Json => {
            return Err(ApiError::new(status::UNSUPPORTED_MEDIA_TYPE, HttpError::NotJson));
        }
        Parameters::File => {
            return Err(ApiError::new(status::UNSUPPORTED_MEDIA_TYPE, HttpError::NotBinary));
        }
    }
    let query = request.uri().query().unwrap_or_default().to_owned();
    let body = receive_body(request, &app.budgets).await?;
    let mut parsed = app.budgets.all.empty_claim();
    if route.parameters == Parameters::Json {
        parsed.receive(body.len() * MEMORY_PER_BYTE)?;
    }
    let request = ServiceRequest { query: &query, body: Box::new(body) };
    let task = (route.prepare)(&app.service, request)?;
    let response = schedule(&app, task).await;
    drop(parsed);
    response
}

/// Runs work where it belongs.
async fn schedule(app: &App, task: Task) -> Result<Response, ApiError> {
    match task {
        Task::Ready(answer) => Ok(respond(answer)),
        Task::Light(work) => app.pool.run_light(work).await.map(respond),
        Task::Search(work) => {
            app.pool.run(move |engine, stop| work(engine, stop)).await.map(respond)
        }
        Task::Read { need, held, work } => {
            let (mut claim, turn) = app.budgets.all.claim_for_work(need, held).await?;
            let (task, claim) = app
                .pool
                .run_light(move || {
                    let _turn = turn;
                    Ok((work(&mut claim)?, claim))
                })
                .await?;
            match task {
                Task::Ready(answer) => Ok(CountedJson(claim.hold(answer.body)).into_response()),
                Task::Job(job) => accepted(&app.jobs.post(job, Some(claim))?, &app.budgets.all),
                _ => Err(ApiError::internal("a file is read once")),
            }
        }
        Task::Job(job) => accepted(&app.jobs.post(job, None)?, &app.budgets.all),
    }
}

impl Memory for Claim {
    fn grow_for_work(&mut self, need: usize, held: usize) -> Result<(), ApiError> {
        Self::grow_for_work(self, need, held)
    }

    fn resize(&mut self, bytes: usize) -> Result<(), ApiError> {
        Self::resize(self, bytes)
    }
}
