//! Actions of a session, as requested and as performed.

use super::{error::TableError, names::PerSeat};
use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen as movegen;
use sheshbesh_movegen::{
    ActionKind, BySeat, CheckerMove, Dice, Position, Seat, Situation, Win, notation,
};
use utoipa::ToSchema;

/// An action of a player. Dice are not included, since the server rolls them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Opening roll: each player rolls one die, and the higher one begins.
    Opening,
    /// Rolls the dice.
    Roll,
    /// Plays the roll. Exactly one of `play` and `position_id` is required.
    Play {
        /// Play in standard notation, such as `8/5 6/5`.
        play: Option<String>,
        /// ID of the resulting position, from the opponent's point of view.
        position_id: Option<String>,
    },
    /// Offers the cube.
    Double,
    /// Accepts the cube.
    Take,
    /// Declines the cube and loses the game.
    Pass,
    /// Accepts the cube and redoubles at once, keeping it.
    Beaver,
    /// Redoubles once more in response to a beaver.
    Raccoon,
    /// Offers to resign.
    Resign {
        /// Size of the offered loss.
        win: Win,
    },
    /// Accepts an offered resignation.
    Accept,
    /// Declines an offered resignation and plays on.
    Refuse,
    /// Starts the next game.
    NextGame,
}

/// Reads a play, given in notation or as the resulting position, for a rolled position.
pub(crate) fn read_play(
    table: &Situation,
    dice: Dice,
    play: Option<&str>,
    position_id: Option<&str>,
) -> Result<Position, ApiError> {
    let game = table.game;
    match (play, position_id) {
        (Some(play), None) => {
            notation::parse(game, &table.position, dice, play).map_err(ApiError::unprocessable)
        }
        (None, Some(id)) => {
            Ok(notation::parse_position_id(id, game).map_err(ApiError::unprocessable)?.1)
        }
        _ => Err(ApiError::unprocessable(TableError::OnePlay)),
    }
}

/// A performed action, including the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Did)]
pub(crate) struct GameEvent {
    /// Player who acted; absent for the opening roll and the start of the next game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// Type of the action.
    #[serde(rename = "type")]
    kind: ActionKind,
    /// Dice that were rolled or played, such as `31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// Dice of the opening roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<PerSeat<u8>>,
    /// Play in standard notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    play: Option<String>,
    /// ID of the resulting position, from the opponent's point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position_id: Option<String>,
    /// Checker moves of the play, in a legal order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
    /// Size of the loss offered by a resignation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win: Option<Win>,
}

/// A checker move, in the numbering of the player who moves: 25 is the bar, 0 is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CheckerStep)]
pub(crate) struct Step {
    from: u8,
    to: u8,
    /// True if an opposing checker was hit.
    hit: bool,
}

/// Checker moves of a play, in a legal order.
pub(crate) fn list_steps(table: &Situation, dice: Dice, result: &Position) -> Vec<Step> {
    let moves = notation::checker_moves(table.game, &table.position, dice, result);
    let steps = moves.into_iter().flatten();
    steps.map(|CheckerMove { from, to, hits }| Step { from, to, hit: hits }).collect()
}

impl GameEvent {
    /// Describes a legal action at a table.
    pub(crate) fn new(table: &Situation, seat: Option<Seat>, action: movegen::Action) -> Self {
        let mut event = Self {
            seat,
            kind: action.kind(),
            dice: None,
            opening: None,
            play: None,
            position_id: None,
            steps: None,
            win: None,
        };
        match (action, table.phase) {
            (movegen::Action::OpeningRoll(dice), _) => event.opening = Some(dice.into()),
            (movegen::Action::Roll(dice), _) => event.dice = Some(dice.to_string()),
            (movegen::Action::Play(result), movegen::Phase::Rolled(dice)) => {
                let Situation { game, ref position, .. } = *table;
                event.dice = Some(dice.to_string());
                event.play = notation::write(game, position, dice, &result);
                event.position_id = Some(notation::position_id(game, &result));
                event.steps = Some(list_steps(table, dice, &result));
            }
            (movegen::Action::Resign(win), _) => event.win = Some(win),
            _ => {}
        }
        event
    }

    /// Converts a performed action for a referee at the same table.
    pub(crate) fn action(&self, table: &Situation) -> Result<movegen::Action, ApiError> {
        let lacks = |what| ApiError::unprocessable(TableError::Missing(what));
        Ok(match self.kind {
            ActionKind::Opening => {
                let dice = self.opening.ok_or_else(|| lacks("opening dice"))?;
                movegen::Action::OpeningRoll(BySeat::from(dice))
            }
            ActionKind::Roll => {
                let dice = self.dice.as_deref().ok_or_else(|| lacks("dice"))?;
                movegen::Action::Roll(dice.parse().map_err(ApiError::unprocessable)?)
            }
            ActionKind::Play => match table.phase {
                movegen::Phase::Rolled(dice) => {
                    // The ID is exact, while the notation is meant for people.
                    let id = self.position_id.as_deref();
                    let play = self.play.as_deref().filter(|_| id.is_none());
                    movegen::Action::Play(read_play(table, dice, play, id)?)
                }
                _ => return Err(ApiError::unprocessable(TableError::PlayBeforeRoll)),
            },
            ActionKind::Double => movegen::Action::Double,
            ActionKind::Take => movegen::Action::Take,
            ActionKind::Pass => movegen::Action::Pass,
            ActionKind::Beaver => movegen::Action::Beaver,
            ActionKind::Raccoon => movegen::Action::Raccoon,
            ActionKind::Resign => movegen::Action::Resign(self.win.ok_or_else(|| lacks("win"))?),
            ActionKind::Accept => movegen::Action::Accept,
            ActionKind::Refuse => movegen::Action::Refuse,
            ActionKind::NextGame => movegen::Action::NextGame,
        })
    }
}
