//! `POST /scores`: one question asked at every score of a match.

use crate::{answer::Answer, app::App, body::Body, fault::Fault};
use axum::extract::State;
use sheshbesh_questions::{Scores, ScoresRequest};
use std::sync::Arc;

/// The best play, or what to do with the cube, at every score of a match
///
/// The answer is that of `shesh best --scores --json` where there is a roll, and of `shesh cube
/// --scores --json` where there is none. The cube stands as the position or `cube` says.
#[utoipa::path(
    post,
    path = "/scores",
    tag = "analysis",
    request_body = ScoresRequest,
    responses((status = 200, description = "An answer for each score.", body = Scores))
)]
pub(crate) async fn scores(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<ScoresRequest>,
) -> Result<Answer<Scores>, Fault> {
    app.answer(request.question(&app.engines)?).await
}
