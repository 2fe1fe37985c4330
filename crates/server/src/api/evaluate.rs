//! `POST /evaluate`: what a position is worth.

use crate::{answer::Answer, app::App, body::Body, fault::Fault};
use axum::extract::State;
use sheshbesh_analysis::verdicts::Evaluation;
use sheshbesh_questions::EvaluateRequest;
use std::sync::Arc;

/// What a position is worth to the player on roll, before the roll
///
/// The answer is that of `shesh evaluate --json`.
#[utoipa::path(
    post,
    path = "/evaluate",
    tag = "analysis",
    request_body = EvaluateRequest,
    responses((status = 200, description = "The verdict.", body = Evaluation))
)]
pub(crate) async fn evaluate(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<EvaluateRequest>,
) -> Result<Answer<Evaluation>, Fault> {
    app.answer(request.question(&app.engines)?).await
}
