//! `POST /chouette/…`: chouettes of people and engines.

use crate::{
    answer::Answer,
    chouette::{self, Action, Advice, Beginning, Session, Turn},
    error::ApiError,
    routes::request::Request,
    service::Service,
    task::Task,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// An action of a person, and the state to apply it to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChouetteActRequest {
    /// `state` of the last response.
    state: chouette::State,
    /// Action to apply.
    action: Action,
}

/// The state of a chouette.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChouetteRequest {
    /// `state` of the last response.
    state: chouette::State,
}

/// Advice to the captain.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChouetteConsulted {
    /// The plays that the engines of the team would make, in the order of the line.
    plays: Vec<Advice>,
}

/// Starts a chouette, before the opening roll of its first game
#[utoipa::path(
    post,
    path = "/chouette/start",
    tag = "table",
    request_body = Beginning,
    responses((status = 200, description = "The chouette before the opening roll.", body = Turn))
)]
pub(crate) fn start(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let beginning = request.json()?;
    let session = Session::begin(beginning, service.next_session(), service)?;
    Ok(Task::Ready(Answer::json(&Turn::new(&session, None))?))
}

/// Applies an action of the people who have to decide; the server rolls the dice
#[utoipa::path(
    post,
    path = "/chouette/act",
    tag = "table",
    request_body = ChouetteActRequest,
    responses((status = 200, description = "The chouette after the action.", body = Turn))
)]
pub(crate) fn act(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let ChouetteActRequest { state, action } = request.json()?;
    let service = Arc::clone(service);
    Ok(Task::search(move |_engine, stop| {
        let mut session = Session::resume(state, &service, stop)?;
        let event = session.act(action, service.dice)?;
        Ok(Turn::new(&session, Some(event)))
    }))
}

/// Takes one action for the engines that have to decide. If no player decides, continues with the
/// opening roll or the next game
#[utoipa::path(
    post,
    path = "/chouette/play",
    tag = "table",
    request_body = ChouetteRequest,
    responses((status = 200, description = "The chouette after the action, which is in `did`.", body = Turn))
)]
pub(crate) fn play(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let ChouetteRequest { state } = request.json()?;
    let service = Arc::clone(service);
    Ok(Task::search(move |engine, stop| {
        let mut session = Session::resume(state, &service, stop)?;
        let dice = service.dice;
        let event = engine.ask(session.depth(), stop, |evaluator| session.play(evaluator, dice))?;
        Ok(Turn::new(&session, Some(event)))
    }))
}

/// Asks the engines of the team for their plays, on behalf of the captain
#[utoipa::path(
    post,
    path = "/chouette/consult",
    tag = "table",
    request_body = ChouetteRequest,
    responses((status = 200, description = "The plays.", body = ChouetteConsulted))
)]
pub(crate) fn consult(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let ChouetteRequest { state } = request.json()?;
    let service = Arc::clone(service);
    Ok(Task::search(move |engine, stop| {
        let session = Session::resume(state, &service, stop)?;
        let plays = engine.ask(session.depth(), stop, |evaluator| session.consult(evaluator))?;
        Ok(ChouetteConsulted { plays })
    }))
}
