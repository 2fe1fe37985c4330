//! Checks before a roll is played.

use crate::{error::QueryError, request_error::RequestError};
use sheshbesh_movegen::{Dice, Situation};

/// Checks that the game is not over.
pub(crate) fn check_has_plays(situation: &Situation) -> Result<(), QueryError> {
    match situation.game.end(&situation.position, None) {
        None => Ok(()),
        Some(_) => Err(QueryError::invalid(RequestError::NoPlays)),
    }
}

/// Rejects a roll if the last turn has left other numbers to play.
pub(crate) fn check_roll(situation: &Situation, dice: Dice) -> Result<(), QueryError> {
    match situation.position.turn_state().stage {
        Some(stage) if stage.dice() != dice => {
            Err(QueryError::invalid(RequestError::NumbersLeft(stage.dice())))
        }
        _ => Ok(()),
    }
}
