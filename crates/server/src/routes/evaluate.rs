//! `POST /evaluate`: evaluates a position.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
};
use axum::extract::State;
use sheshbesh_api::{EvaluateRequest, answers::Evaluation};
use std::sync::Arc;

/// Evaluates a position for the player on roll, before the roll
///
/// The response equals `shesh evaluate --json`.
#[utoipa::path(
    post,
    path = "/evaluate",
    tag = "analysis",
    request_body = EvaluateRequest,
    responses((status = 200, description = "The evaluation.", body = Evaluation))
)]
pub(crate) async fn evaluate(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<EvaluateRequest>,
) -> Result<Answer<Evaluation>, ApiError> {
    app.answer(request.question(&app.engines)?).await
}
