//! `POST /best`: ranks the plays of a roll. `POST /explain`: explains the better of two plays.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
};
use axum::extract::State;
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
pub(crate) async fn best(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<BestRequest>,
) -> Result<Answer<BestPlays>, ApiError> {
    app.answer(request.question(&app.engines)?).await
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
pub(crate) async fn explain_plays(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<ExplainRequest>,
) -> Result<Answer<Explanation>, ApiError> {
    app.answer(request.question(&app.engines)?).await
}
