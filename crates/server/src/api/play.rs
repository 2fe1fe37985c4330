//! `POST /play`: the engine does something at a table.

use crate::{
    answer::Answer,
    app::App,
    body::Body,
    fault::Fault,
    table::{self, Level, Session, Turn},
};
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Who plays, and where.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// As the last answer has it.
    state: table::State,
    /// One of the levels that `games` names for the game.
    level: String,
}

/// Does one thing for whoever is to decide, as a level plays; where nobody is, what comes next
/// happens: the opening roll, or the next game
#[utoipa::path(
    post,
    path = "/play",
    tag = "table",
    request_body = PlayRequest,
    responses((status = 200, description = "The table after that, with what was done.", body = Turn))
)]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Body(PlayRequest { state, level }, ..): Body<PlayRequest>,
) -> Result<Answer<Turn>, Fault> {
    let chance = app.chance;
    let asked = Arc::clone(&app);
    let played = app.work.run(move |engine, stop| {
        let mut session = Session::resume(&state)?;
        let game = session.referee().table().game;
        let level = Level::read(&level, game, asked.knows(game))?;
        let did =
            engine.ask(level.depth(), stop, |evaluator| session.play(level, evaluator, chance))?;
        Ok(Turn::new(&session, Some(did)))
    });
    Ok(Answer(played.await?))
}
