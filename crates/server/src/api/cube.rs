//! `POST /cube`: what to do with the doubling cube.

use crate::{answer::Answer, app::App, body::Body, fault::Fault};
use axum::extract::State;
use sheshbesh_questions::{CubeDecision, CubeRequest};
use std::sync::Arc;

/// What to do with the doubling cube
///
/// The answer is that of `shesh cube --json`. Instead of a position, `chances` can be given.
#[utoipa::path(
    post,
    path = "/cube",
    tag = "analysis",
    request_body = CubeRequest,
    responses((status = 200, description = "What each decision is worth.", body = CubeDecision))
)]
pub(crate) async fn cube(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<CubeRequest>,
) -> Result<Answer<CubeDecision>, Fault> {
    app.answer(request.question(&app.engines)?).await
}
