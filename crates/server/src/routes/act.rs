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
    let dice = app.dice;
    let acted = app.pool.run_light(move || {
        let mut session = Session::resume(&state)?;
        let event = session.act(&action, dice)?;
        Ok(Turn::new(&session, Some(event)))
    });
    Ok(Answer(acted.await?))
}
