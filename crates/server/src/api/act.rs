//! `POST /act`: somebody does something at a table.

use crate::{
    answer::Answer,
    app::App,
    body::Body,
    fault::Fault,
    table::{self, Action, Session, Turn},
};
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What somebody does, and where.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActRequest {
    /// As the last answer has it.
    state: table::State,
    /// What is done.
    action: Action,
}

/// Does something at a table, for whoever is to decide; dice are rolled here
#[utoipa::path(
    post,
    path = "/act",
    tag = "table",
    request_body = ActRequest,
    responses((status = 200, description = "The table after that.", body = Turn))
)]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Body(ActRequest { state, action }, ..): Body<ActRequest>,
) -> Result<Answer<Turn>, Fault> {
    let chance = app.chance;
    let acted = app.work.errand(move || {
        let mut session = Session::resume(&state)?;
        let did = session.act(&action, chance)?;
        Ok(Turn::new(&session, Some(did)))
    });
    Ok(Answer(acted.await?))
}
