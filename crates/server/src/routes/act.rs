//! `POST /act`: applies an action to a session.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
    table::{self, Action, Session, Turn},
};
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// An action and the state to apply it to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActRequest {
    /// `state` of the last response.
    state: table::State,
    /// Action to apply.
    action: Action,
}

/// Applies an action for the player who has to decide; the server rolls the dice
#[utoipa::path(
    post,
    path = "/act",
    tag = "table",
    request_body = ActRequest,
    responses((status = 200, description = "The session after the action.", body = Turn))
)]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Body(ActRequest { state, action }, ..): Body<ActRequest>,
) -> Result<Answer<Turn>, ApiError> {
    let chance = app.chance;
    let acted = app.work.errand(move || {
        let mut session = Session::resume(&state)?;
        let did = session.act(&action, chance)?;
        Ok(Turn::new(&session, Some(did)))
    });
    Ok(Answer(acted.await?))
}
