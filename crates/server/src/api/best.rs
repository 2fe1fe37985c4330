//! `POST /best`: the plays of a roll, ranked; `POST /explain`: why one of two is better.

use crate::{answer::Answer, app::App, body::Body, fault::Fault};
use axum::extract::State;
use sheshbesh_analysis::{explained::Explanation, verdicts::BestPlays};
use sheshbesh_questions::{BestRequest, ExplainRequest};
use std::sync::Arc;

/// The plays of a roll, best first
///
/// The answer is that of `shesh best --json`. Plays that the filter looked at more closely come before
/// the others.
#[utoipa::path(
    post,
    path = "/best",
    tag = "analysis",
    request_body = BestRequest,
    responses((status = 200, description = "The plays, judged.", body = BestPlays))
)]
pub(crate) async fn best(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<BestRequest>,
) -> Result<Answer<BestPlays>, Fault> {
    app.answer(request.question(&app.engines)?).await
}

/// Why one of two plays is better
///
/// The answer is what `shesh best --explain --json` has as `explanation`.
#[utoipa::path(
    post,
    path = "/explain",
    tag = "analysis",
    request_body = ExplainRequest,
    responses((status = 200, description = "The two plays, taken apart.", body = Explanation))
)]
pub(crate) async fn explain_plays(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<ExplainRequest>,
) -> Result<Answer<Explanation>, Fault> {
    app.answer(request.question(&app.engines)?).await
}
