//! Every way to play a roll, checker by checker.

use crate::{
    asking,
    refusal::Refusal,
    written::{Board, Written},
};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Dice, Position, Situation, TurnStep, TurnTree, notation};

/// A position whose roll is to be played.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlaysRequest {
    /// GNU Backgammon's ID of the position, or of position and match, or an XGID; or a board.
    position: Written,
    /// The game, where an ID does not name it; `backgammon` by default.
    game: Option<String>,
    /// The roll, such as `31`; not needed where the ID has it.
    dice: Option<String>,
}

impl PlaysRequest {
    /// The question, ready to be answered without an engine.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn question(&self) -> Result<impl FnOnce() -> Tree + Send + 'static, Refusal> {
        let situation = asking::read(&self.position, self.game.as_deref())?;
        let dice = asking::dice(self.dice.as_deref(), &situation)?;
        Ok(move || Tree::new(&situation, dice))
    }
}

/// All legal plays of a roll as a graph of boards. Whoever begins at the first and takes any steps
/// until there are none has made a legal play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tree {
    /// The roll, such as `31`.
    pub dice: String,
    /// The boards, all seen by who plays; the first is that before the turn. Steps lead to later
    /// ones. Equal boards with the same numbers still to be played are one.
    pub nodes: Vec<Node>,
}

/// A board within the turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Node {
    /// The checkers.
    pub board: Board,
    /// What can be played on: the larger number first, of that the checkers furthest back.
    pub steps: Vec<Step>,
    /// The whole play that has led here, as people write it; where more is to be played, none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
    /// The position that it leaves, seen by the opponent, who is then on roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_id: Option<String>,
}

/// A checker moved by one number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The number.
    pub die: u8,
    /// From where: a point, or 25, the bar.
    pub from: u8,
    /// To where: a point, or 0, off.
    pub to: u8,
    /// Whether an opposing checker is hit there.
    pub hit: bool,
    /// Place of the board after it among the nodes.
    pub node: usize,
}

impl Tree {
    /// The plays of a roll; where it cannot be played, one node whose play is a pass.
    pub fn new(situation: &Situation, dice: Dice) -> Self {
        let Situation { game, ref position, .. } = *situation;
        let tree = TurnTree::new(game, position, dice);
        let whole = tree.boards().iter().filter(|board| board.is_whole());
        let results: Vec<Position> = whole.map(|board| board.position.swapped()).collect();
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
