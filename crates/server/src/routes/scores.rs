//! `POST /scores`: evaluates a position at every match score.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
};
use axum::extract::State;
use sheshbesh_api::{Scores, ScoresRequest};
use std::sync::Arc;

/// Evaluates the best play or the cube decision at every score of a match
///
/// The response equals `shesh best --scores --json` if there is a roll, and `shesh cube --scores
/// --json` otherwise. The cube is set by the position or by `cube`.
#[utoipa::path(
    post,
    path = "/scores",
    tag = "analysis",
    request_body = ScoresRequest,
    responses((status = 200, description = "A result for each score.", body = Scores))
)]
pub(crate) async fn scores(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<ScoresRequest>,
) -> Result<Answer<Scores>, ApiError> {
    app.answer(request.question(&app.engines)?).await
}
