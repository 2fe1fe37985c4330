//! HTTP routes: those of the [service](sheshbesh_service), and those that only a server has.

pub(crate) mod docs;
mod jobs;
pub(crate) mod page;
mod service;
pub(crate) mod wildbg;

use crate::app::App;
use axum::Router;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// All routes below `/api/v1`.
pub(crate) fn router() -> Router<Arc<App>> {
    service::router().merge(jobs::router())
}

/// Description of the routes, with paths relative to `/api/v1`.
pub(crate) fn description() -> OpenApi {
    let mut description = service::description();
    description.merge(jobs::description());
    description
}
