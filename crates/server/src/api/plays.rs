//! `POST /plays`: every way to play a roll, checker by checker.

use crate::{
    answer::Answer,
    app::App,
    ask,
    board::{Board, Written},
    body::Body,
    fault::Fault,
};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Dice, Position, Situation, TurnTree, notation};
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

/// All legal plays of a roll as a graph of boards. Whoever begins at the first and takes any steps
/// until there are none has made a legal play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Tree {
    /// The roll, such as `31`.
    dice: String,
    /// The boards, all seen by who plays; the first is that before the turn. Steps lead to later
    /// ones. Equal boards with the same numbers still to be played are one.
    nodes: Vec<Node>,
}

/// A board within the turn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Node {
    board: Board,
    /// What can be played on: the larger number first, of that the checkers furthest back.
    steps: Vec<Step>,
    /// The whole play that has led here, as people write it; where more is to be played, none.
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<String>,
    /// The position that it leaves, seen by the opponent, who is then on roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    position_id: Option<String>,
}

/// A checker moved by one number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Step {
    /// The number.
    die: u8,
    /// From where: a point, or 25, the bar.
    from: u8,
    /// To where: a point, or 0, off.
    to: u8,
    /// Whether an opposing checker is hit there.
    hit: bool,
    /// Place of the board after it among the nodes.
    node: usize,
}

impl Tree {
    /// The plays of a roll; where it cannot be played, one node whose play is a pass.
    pub(crate) fn new(situation: &Situation, dice: Dice) -> Self {
        let Situation { game, ref position, .. } = *situation;
        let tree = TurnTree::new(game, position, dice);
        let whole = tree.boards().iter().filter(|board| board.is_whole());
        let results: Vec<Position> = whole.map(|board| board.position.swapped()).collect();
        let written = notation::write_all(game, position, dice, &results);
        let mut plays = results.iter().zip(written);
        let nodes = tree.boards().iter().map(|board| {
            let whole = if board.is_whole() { plays.next() } else { None };
            let step = |step: &sheshbesh_movegen::TurnStep| Step {
                die: step.number,
                from: step.made.from,
                to: step.made.to,
                hit: step.made.hits,
                node: step.leads_to,
            };
            Node {
                board: Board::new(&board.position),
                steps: board.steps.iter().map(step).collect(),
                position_id: whole.as_ref().map(|(result, _)| notation::position_id(game, result)),
                play: whole.and_then(|(_, play)| play),
            }
        });
        Self { dice: dice.to_string(), nodes: nodes.collect() }
    }
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
    Ok(Answer(app.work.run(move |_, _| Ok(Tree::new(&situation, dice))).await?))
}
