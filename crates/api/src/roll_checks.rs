//! Checks before a roll is played.

use crate::{error::QueryError, request_error::RequestError};
use sheshbesh_analysis::board::stage_words;
use sheshbesh_movegen::{Dice, Situation};

/// Checks that the game is not over.
pub(crate) fn check_has_plays(situation: &Situation) -> Result<(), QueryError> {
    match situation.game.end(&situation.position, None) {
        None => Ok(()),
        Some(_) => Err(QueryError::invalid(RequestError::NoPlays)),
    }
}

/// Parses a roll of the situation's game, and rejects it if the last turn has left other numbers to
/// play.
pub(crate) fn read_roll(text: &str, situation: &Situation) -> Result<Dice, QueryError> {
    let dice = situation.game.parse_roll(text).map_err(QueryError::invalid)?;
    check_roll(situation, dice)?;
    Ok(dice)
}

/// Rejects a roll of other dice than the game's, or if the last turn has left other numbers to
/// play.
pub(crate) fn check_roll(situation: &Situation, dice: Dice) -> Result<(), QueryError> {
    situation.game.check_roll(dice).map_err(QueryError::invalid)?;
    let stage = situation.position.turn_state().stage;
    match stage_words(situation) {
        Some(numbers) if stage.is_some_and(|stage| stage.dice() != dice) => {
            Err(QueryError::invalid(RequestError::NumbersLeft(numbers)))
        }
        _ => Ok(()),
    }
}
