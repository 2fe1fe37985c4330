//! API endpoints, one file for each endpoint or group of endpoints.
//!
//! A new endpoint is a file here and a line in [`router`]. The handler's attributes also describe
//! it.

mod act;
mod analyze;
mod best;
mod board;
pub(crate) mod convert;
mod cube;
pub(crate) mod docs;
mod evaluate;
mod games;
mod jobs;
pub(crate) mod judge;
pub(crate) mod page;
mod play;
mod plays;
mod position;
pub(crate) mod record;
mod rollout;
mod scores;
mod start;
pub(crate) mod wildbg;

use crate::app::{App, MAX_FILE};
use axum::extract::DefaultBodyLimit;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Sets the maximum body size of routes, in bytes.
fn limit_body(bytes: usize, router: OpenApiRouter<Arc<App>>) -> OpenApiRouter<Arc<App>> {
    router.layer(DefaultBodyLimit::max(bytes))
}

/// All routes below `/api/v1`.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(games::games))
        .routes(routes!(position::position))
        .routes(routes!(board::board_svg))
        .routes(routes!(board::picture))
        .routes(routes!(plays::plays))
        .routes(routes!(evaluate::evaluate))
        .routes(routes!(best::best))
        .routes(routes!(best::explain_plays))
        .routes(routes!(cube::cube))
        .routes(routes!(scores::scores))
        .routes(routes!(start::start))
        .routes(routes!(act::act))
        .routes(routes!(play::play))
        .routes(routes!(judge::judge_decision))
        .routes(routes!(rollout::post))
        .merge(limit_body(record::MAX_BODY, OpenApiRouter::new().routes(routes!(record::record))))
        .merge(limit_body(MAX_FILE, OpenApiRouter::new().routes(routes!(analyze::post))))
        .merge(limit_body(MAX_FILE, OpenApiRouter::new().routes(routes!(convert::convert))))
        .routes(routes!(jobs::job, jobs::cancel))
        .routes(routes!(jobs::events))
}
