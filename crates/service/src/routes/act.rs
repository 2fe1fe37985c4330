//! `POST /act`: applies an action to a session.

use crate::{
    error::ApiError,
    routes::request::Request,
    service::Service,
    table::{self, Action, Session, Turn},
    task::Task,
};
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
pub(crate) fn act(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let ActRequest { state, action } = request.json()?;
    let dice = service.dice;
    Ok(Task::light(move || {
        let mut session = Session::resume(&state)?;
        let event = session.act(&action, dice)?;
        Ok(Turn::new(&session, Some(event)))
    }))
}
