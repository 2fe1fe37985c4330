//! `POST /evaluate`: what a position is worth.

use crate::{answer::Answer, app::App, ask::asking, body::Body, fault::Fault};
use axum::extract::State;
use sheshbesh_analysis::verdicts::{Evaluation, Race};
use sheshbesh_evaluator::{FilterName, Settings};
use std::sync::Arc;

asking! {
    /// A position to be judged before the roll.
    EvaluateRequest {
        /// Give the equity with the doubling cube too.
        #[serde(default)]
        cubeful: bool,
    }
}

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
    Body(request): Body<EvaluateRequest>,
) -> Result<Answer<Evaluation>, Fault> {
    let asking = request.asking();
    let situation = asking.judged(&app, request.cubeful)?;
    let depth = asking.depth()?;
    // A verdict by itself should miss no reply.
    let filter = asking.filter()?.unwrap_or(FilterName::None).filter();
    let (id, cubeful) = (app.engine_of(situation.game).map_err(Fault::nonsense)?, request.cubeful);
    let judged = app.work.run(move |engine, stop| {
        let settings = Settings { filter, cubeful, ..engine.settings().clone() };
        engine.with_settings(settings).ask(depth, stop, |evaluator| {
            evaluator.set_stakes(&situation).map_err(Fault::nonsense)?;
            let verdict = evaluator.evaluate(&situation.position, depth);
            let tables = evaluator.settings().tables.as_deref();
            let race = Race::of(situation.game, &situation.position, tables);
            let id = id.looking_up(evaluator.looked_up(&situation.position), &situation);
            let stakes = evaluator.stakes();
            Ok(Evaluation::new(id, &situation, &verdict, stakes, cubeful, race))
        })
    });
    Ok(Answer(judged.await?))
}
