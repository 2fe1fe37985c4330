//! `POST /judge`: evaluates a decision of a session before it is final.

use crate::{
    error::ApiError,
    routes::request::Request,
    service::Service,
    table::{self, Action, Session},
    task::Task,
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{
    match_analysis::{Decision, Preset},
    tutor,
};
use sheshbesh_movegen::{codes, listed};
use std::sync::Arc;
use utoipa::ToSchema;

/// A decision to evaluate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeRequest {
    /// `state` of the last response.
    state: table::State,
    /// Action that the player is about to take; `roll` means not to double. If omitted, only the
    /// best action is evaluated.
    action: Option<Action>,
    /// Analysis preset: `quick`, `standard` (the default) or `deep`.
    preset: Option<String>,
}

/// Tutor feedback.
#[derive(Serialize, ToSchema)]
#[schema(as = Judged)]
pub(crate) struct Feedback {
    /// Evaluated decision, in the format of `shesh analyze --json`. `null` for decisions that are
    /// not evaluated, such as before a roll without the right to double.
    decision: Option<Decision>,
    /// One-sentence warning, if the loss reaches the error threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

/// Error for a preset that takes too long for an interactive response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the preset {0} is too slow for this request: available are {known}",
    known = listed(&Preset::PROMPT.map(Preset::name))
)]
pub(crate) struct SlowPreset(Preset);

codes! {
    SlowPreset {
        Self(preset) => "session.slow-preset" {
            preset = preset.name(), known = Preset::PROMPT.map(Preset::name),
        },
    }
}

/// Parses a preset that is fast enough for an interactive response.
fn parse_prompt_preset(preset: Option<&str>) -> Result<Preset, ApiError> {
    let preset = preset.map(str::parse::<Preset>).transpose().map_err(ApiError::unprocessable)?;
    let preset = preset.unwrap_or_default();
    if !Preset::PROMPT.contains(&preset) {
        return Err(ApiError::unprocessable(SlowPreset(preset)));
    }
    Ok(preset)
}

/// Evaluates the action that a player is about to take, or the best action
#[utoipa::path(
    post,
    path = "/judge",
    tag = "table",
    request_body = JudgeRequest,
    responses((status = 200, description = "The evaluated decision.", body = Feedback))
)]
pub(crate) fn judge_decision(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let JudgeRequest { state, action, preset } = request.json()?;
    let preset = parse_prompt_preset(preset.as_deref())?;
    let service = Arc::clone(service);
    Ok(Task::search(move |engine, stop| {
        let session = Session::resume(&state)?;
        let game = session.referee().table().game;
        let analyzer = service.analyzer_of(game, preset).with_stop(stop.clone());
        let decision = match session.decision_to_judge(action.as_ref(), service.dice)? {
            None => None,
            Some((kind, event)) => {
                let table = session.referee().table();
                let decision = engine.install(|| analyzer.decision(table, kind, event.as_ref()));
                decision.map_err(ApiError::unprocessable)?
            }
        };
        let thresholds = analyzer.settings().thresholds;
        let warning = decision.as_ref().and_then(|decision| tutor::warning(decision, &thresholds));
        Ok(Feedback { decision, warning })
    }))
}
