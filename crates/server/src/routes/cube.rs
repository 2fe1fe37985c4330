//! `POST /cube`: evaluates cube decisions.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
};
use axum::extract::State;
use sheshbesh_api::{CubeDecision, CubeRequest};
use std::sync::Arc;

/// Evaluates the cube decision
///
/// The response equals `shesh cube --json`. `chances` can be given instead of a position.
#[utoipa::path(
    post,
    path = "/cube",
    tag = "analysis",
    request_body = CubeRequest,
    responses((status = 200, description = "The equities of the decisions.", body = CubeDecision))
)]
pub(crate) async fn cube(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<CubeRequest>,
) -> Result<Answer<CubeDecision>, ApiError> {
    app.answer(request.question(&app.engines)?).await
}
