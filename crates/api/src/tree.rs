//! The legal plays of a roll as a graph, checker by checker.

use crate::{
    board::{Board, PositionInput},
    error::QueryError,
    position_query,
};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Dice, Position, Situation, TurnBoard, TurnStep, TurnTree, notation};

/// A position with a roll to play.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlaysRequest {
    /// Position: a GNU Backgammon position ID, optionally with its match ID; an XGID; or a board.
    position: PositionInput,
    /// Game, if the ID does not name one. Default: `backgammon`.
    game: Option<String>,
    /// The roll, for example `31`; not needed if the ID contains it.
    dice: Option<String>,
}

impl PlaysRequest {
    /// Validates the request and returns a closure that computes the answer without an engine.
    ///
    /// # Errors
    /// When the request is invalid.
    pub fn question(&self) -> Result<impl FnOnce() -> Tree + Send + 'static, QueryError> {
        let situation = position_query::read_position(&self.position, self.game.as_deref())?;
        let dice = position_query::parse_dice(self.dice.as_deref(), &situation)?;
        Ok(move || Tree::new(&situation, dice))
    }
}

/// The legal plays of a roll as a directed acyclic graph of boards; every maximal path from the
/// first board is a legal play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tree {
    /// The roll, for example `31`.
    pub dice: String,
    /// The boards, from the view of the player on roll; the first is the board before the turn.
    /// Steps lead to later boards. Equal boards with the same numbers left to play are one node.
    pub nodes: Vec<Node>,
}

/// A board during the turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Node {
    /// The checkers.
    pub board: Board,
    /// Possible steps, the larger number first, and for each number the rearmost checkers first.
    pub steps: Vec<Step>,
    /// The play that leads to this board, in standard notation; absent if the play is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
    /// The position ID after a complete play, from the view of the opponent, who is then on roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_id: Option<String>,
}

/// A checker moved by one number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The number played.
    pub die: u8,
    /// Origin: a point, or 25 for the bar.
    pub from: u8,
    /// Destination: a point, or 0 for off.
    pub to: u8,
    /// True if an opposing checker is hit or pinned there.
    pub hit: bool,
    /// Index of the resulting board in the nodes.
    pub node: usize,
}

impl Tree {
    /// The plays of a roll. A roll that cannot be played gives one node, with a pass as its play.
    pub fn new(situation: &Situation, dice: Dice) -> Self {
        let Situation { game, ref position, .. } = *situation;
        let tree = TurnTree::new(game, position, dice);
        let whole = tree.boards().iter().filter(|board| board.is_whole());
        let results: Vec<Position> = whole.map(TurnBoard::result).collect();
        let written = notation::write_all(game, position, dice, &results);
        let mut plays = results.iter().zip(written);
        let nodes = tree.boards().iter().map(|board| {
            let whole = if board.is_whole() { plays.next() } else { None };
            let step = |step: &TurnStep| Step {
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
