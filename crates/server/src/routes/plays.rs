//! `POST /plays`: all legal plays of a roll, checker by checker.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
};
use axum::extract::State;
use sheshbesh_api::{PlaysRequest, Tree};
use std::sync::Arc;

/// Returns all legal plays of a roll as a tree, for entering a play step by step without further
/// requests
#[utoipa::path(
    post,
    path = "/plays",
    tag = "positions",
    request_body = PlaysRequest,
    responses((status = 200, description = "The plays.", body = Tree))
)]
pub(crate) async fn plays(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<PlaysRequest>,
) -> Result<Answer<Tree>, ApiError> {
    let question = request.question()?;
    Ok(Answer(app.pool.run_light(move || Ok(question())).await?))
}
