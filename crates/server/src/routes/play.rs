//! `POST /play`: the engine takes an action in a session.

use crate::{
    app::App,
    http::{answer::Answer, body::Body, error::ApiError},
    table::{self, Level, Session, Turn},
};
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A level and the state to play in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// `state` of the last response.
    state: table::State,
    /// One of the levels that `games` lists for the game.
    level: String,
}

/// Takes one action for the player who has to decide, as the given level plays. If no player
/// decides, continues with the opening roll or the next game
#[utoipa::path(
    post,
    path = "/play",
    tag = "table",
    request_body = PlayRequest,
    responses((status = 200, description = "The session after the action, which is in `did`.", body = Turn))
)]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Body(PlayRequest { state, level }, ..): Body<PlayRequest>,
) -> Result<Answer<Turn>, ApiError> {
    let dice = app.dice;
    let shared = Arc::clone(&app);
    let played = shared.pool.run(move |engine, stop| {
        let mut session = Session::resume(&state)?;
        let game = session.referee().table().game;
        let level = Level::parse(&level, game, app.can_evaluate(game))?;
        let event =
            engine.ask(level.depth(), stop, |evaluator| session.play(level, evaluator, dice))?;
        Ok(Turn::new(&session, Some(event)))
    });
    Ok(Answer(played.await?))
}
