//! `POST /plays`: every way to play a roll, checker by checker.

use crate::{answer::Answer, app::App, ask, board::Written, body::Body, fault::Fault, tree::Tree};
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A position whose roll is to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaysRequest {
    /// GNU Backgammon's ID of the position, or of position and match, or an XGID; or a board.
    position: Written,
    /// The game, where an ID does not name it; `backgammon` by default.
    game: Option<String>,
    /// The roll, such as `31`; not needed where the ID has it.
    dice: Option<String>,
}

/// All legal plays of a roll as a tree, so that a play can be put together without asking again
#[utoipa::path(
    post,
    path = "/plays",
    tag = "positions",
    request_body = PlaysRequest,
    responses((status = 200, description = "The plays.", body = Tree))
)]
pub(crate) async fn plays(
    State(app): State<Arc<App>>,
    Body(request): Body<PlaysRequest>,
) -> Result<Answer<Tree>, Fault> {
    let situation = ask::read(&request.position, request.game.as_deref())?;
    let dice = ask::dice(request.dice.as_deref(), &situation)?;
    Ok(Answer(app.work.errand(move || Ok(Tree::new(&situation, dice))).await?))
}
