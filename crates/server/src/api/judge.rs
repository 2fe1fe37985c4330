//! `POST /judge`: a decision at a table, judged before it is final.

use crate::{
    answer::Answer,
    app::App,
    body::Body,
    fault::Fault,
    table::{self, Action, Session},
};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{
    judged::{Decision, Preset},
    tutor,
};
use sheshbesh_movegen::listed;
use std::sync::Arc;
use utoipa::ToSchema;

/// A decision.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeRequest {
    /// As the last answer has it.
    state: table::State,
    /// What somebody is about to do, `roll` being not to double; without it, what is best is judged.
    action: Option<Action>,
    /// How thoroughly: `quick`, `standard` (the default) or `deep`.
    preset: Option<String>,
}

/// What a tutor says.
#[derive(Serialize, ToSchema)]
pub(crate) struct Judged {
    /// As `analyze` has it; `null` where nobody judges, as before a roll without the right to double.
    decision: Option<Decision>,
    /// One sentence of what loses as much as an error or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

/// A preset that answers while somebody waits.
fn prompt(preset: Option<&str>) -> Result<Preset, Fault> {
    let preset = preset.map(str::parse::<Preset>).transpose().map_err(Fault::nonsense)?;
    let preset = preset.unwrap_or_default();
    if !Preset::PROMPT.contains(&preset) {
        let names = Preset::PROMPT.map(Preset::name);
        return Err(Fault::nonsense(format_args!(
            "nobody waits for the preset {preset}: there are {}",
            listed(&names)
        )));
    }
    Ok(preset)
}

/// Judges what somebody is about to do, or what there is to do
#[utoipa::path(
    post,
    path = "/judge",
    tag = "table",
    request_body = JudgeRequest,
    responses((status = 200, description = "The decision, judged.", body = Judged))
)]
pub(crate) async fn judge_decision(
    State(app): State<Arc<App>>,
    Body(request, ..): Body<JudgeRequest>,
) -> Result<Answer<Judged>, Fault> {
    let JudgeRequest { state, action, preset } = request;
    let preset = prompt(preset.as_deref())?;
    let asked = Arc::clone(&app);
    let answer = app.work.run(move |engine, stop| {
        let session = Session::resume(&state)?;
        let game = session.referee().table().game;
        let judge = asked.judge_of(game, preset).with_stop(stop.clone());
        let decision = match session.judged(action.as_ref(), asked.chance)? {
            None => None,
            Some((kind, event)) => {
                let table = session.referee().table();
                let judged = engine.install(|| judge.decision(table, kind, event.as_ref()));
                judged.map_err(Fault::nonsense)?
            }
        };
        let thresholds = judge.judges().thresholds;
        let warning = decision.as_ref().and_then(|decision| tutor::warning(decision, &thresholds));
        Ok(Judged { decision, warning })
    });
    Ok(Answer(answer.await?))
}
