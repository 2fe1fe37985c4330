//! `POST /play`: the engine takes an action in a session.

use crate::{
    error::ApiError,
    routes::request::Request,
    service::Service,
    table::{self, Level, Session, Turn},
    task::Task,
};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A level and the state to play in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// `state` of the last response.
    state: table::State,
    /// One of the levels that `games` lists for the game, or `pr-` and any performance rating from
    /// 2 to 30; `default_level` of `games` by default.
    #[serde(default)]
    level: Option<String>,
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
pub(crate) fn play(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let PlayRequest { state, level } = request.json()?;
    let service = Arc::clone(service);
    Ok(Task::search(move |engine, stop| {
        let mut session = Session::resume(&state)?;
        let game = session.referee().table().game;
        let level = match level {
            Some(name) => Level::parse(&name, game, service.can_evaluate(game))?,
            None => service.default_level().check(game, service.can_evaluate(game))?,
        };
        let dice = service.dice;
        let event =
            engine.ask(level.depth(), stop, |evaluator| session.play(level, evaluator, dice))?;
        Ok(Turn::new(&session, Some(event)))
    }))
}
