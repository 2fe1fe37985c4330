//! `POST /judge`: a decision at a table, judged before it is final; `POST /hint`: help with it.

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
    judged::{Decision, Judge, Preset},
    tutor,
};
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_movegen::{Situation, listed};
use std::sync::Arc;
use utoipa::ToSchema;

/// Presets that answer while somebody waits.
const PRESETS: [Preset; 3] = [Preset::Quick, Preset::Standard, Preset::Deep];

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

/// A decision that help is wanted with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintRequest {
    /// As the last answer has it.
    state: table::State,
    /// What somebody was about to do and has been warned of, if anything.
    action: Option<Action>,
    /// How thoroughly: `quick`, `standard` (the default) or `deep`.
    preset: Option<String>,
    /// Which step of help, from 1 to 3: each tells more.
    step: u8,
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

/// A step of help.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    /// Lines of 80 columns.
    hint: String,
    /// There is no further step.
    last: bool,
}

/// A judge of a preset that answers while somebody waits.
fn judge(app: &App, preset: Option<&str>) -> Result<Judge, Fault> {
    let preset = preset.map(str::parse::<Preset>).transpose().map_err(Fault::nonsense)?;
    let preset = preset.unwrap_or_default();
    if !PRESETS.contains(&preset) {
        let names = PRESETS.map(Preset::name);
        return Err(Fault::nonsense(format_args!(
            "nobody waits for the preset {preset}: there are {}",
            listed(&names)
        )));
    }
    Ok(app.judge.with_preset(preset))
}

/// A decision judged on the engine's threads: the judge, who can be told to stop, the table, and
/// what he says, if anything can be said.
fn judged(
    app: &App,
    engine: &Engine,
    stop: &Stop,
    (judge, state, action): (&Judge, &table::State, Option<&Action>),
) -> Result<(Judge, Situation, Option<Decision>), Fault> {
    let session = Session::resume(state)?;
    let table = *session.referee().table();
    let judge = judge.with_stop(stop.clone());
    let Some((kind, event)) = session.judged(action, app.chance)? else {
        return Ok((judge, table, None));
    };
    let decision = engine.install(|| judge.decision(&table, kind, event.as_ref()));
    let decision = decision.map_err(Fault::nonsense)?;
    Ok((judge, table, decision))
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
    Body(request): Body<JudgeRequest>,
) -> Result<Answer<Judged>, Fault> {
    let JudgeRequest { state, action, preset } = request;
    let judge = judge(&app, preset.as_deref())?;
    let asked = Arc::clone(&app);
    let answer = app.work.run(move |engine, stop| {
        let (judge, _, decision) = judged(&asked, engine, stop, (&judge, &state, action.as_ref()))?;
        let thresholds = judge.judges().thresholds;
        let warning = decision.as_ref().and_then(|decision| tutor::warning(decision, &thresholds));
        Ok(Judged { decision, warning })
    });
    Ok(Answer(answer.await?))
}

/// Helps with a decision, step by step
#[utoipa::path(
    post,
    path = "/hint",
    tag = "table",
    request_body = HintRequest,
    responses((status = 200, description = "A step of help.", body = Hint))
)]
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Body(request): Body<HintRequest>,
) -> Result<Answer<Hint>, Fault> {
    let HintRequest { state, action, preset, step } = request;
    if !(1..=tutor::STEPS).contains(&step) {
        let sentence = format_args!("a hint is one of the steps 1 to {}", tutor::STEPS);
        return Err(Fault::nonsense(sentence));
    }
    let judge = judge(&app, preset.as_deref())?;
    let asked = Arc::clone(&app);
    let answer = app.work.run(move |engine, stop| {
        let (judge, table, decision) =
            judged(&asked, engine, stop, (&judge, &state, action.as_ref()))?;
        let Some(decision) = decision else {
            let hint = "There is nothing to decide that would change anything.\n".to_owned();
            return Ok(Hint { hint, last: true });
        };
        let hint = engine.install(|| tutor::hint(&judge, &table, &decision, step));
        let last = step == tutor::STEPS || decision.plays == Some(1);
        Ok(Hint { hint: hint.map_err(Fault::nonsense)?, last })
    });
    Ok(Answer(answer.await?))
}
