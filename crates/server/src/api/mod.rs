//! What programs ask: one file for each question, or family of questions.

mod best;
mod evaluate;
mod games;
mod plays;

use crate::app::App;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Everything below `/api/v1`.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(games::games))
        .routes(routes!(evaluate::evaluate))
        .routes(routes!(best::best))
        .routes(routes!(plays::plays))
}
