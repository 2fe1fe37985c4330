//! Plays games at a referee's table.

use crate::{
    decide::decide,
    player::{Player, PlayerError, Visibility},
};
use sheshbesh_movegen::{
    Action, BySeat, Decision, GameResult, Referee,
    random::{GameRng, die, roll},
};

/// The players at a table, by seat.
pub type Players = BySeat<Box<dyn Player>>;

/// Plays the referee's game to its end.
///
/// # Errors
/// A player that cannot play.
///
/// # Panics
/// If the game is already over, or a player chooses an illegal play.
pub fn play_game(
    players: &mut Players,
    referee: &mut Referee,
    visibility: Visibility,
    rng: &mut GameRng,
) -> Result<GameResult, PlayerError> {
    let result = play_watched(players, referee, visibility, rng, &mut |_| true)?;
    Ok(result.expect("the game is not broken off"))
}

/// Plays the referee's game, and passes each action to `goes_on` before it is applied. If `goes_on`
/// returns false, the game is broken off without this action, and the result is `None`.
///
/// # Errors
/// Same as [`play_game`].
///
/// # Panics
/// Same as [`play_game`].
pub(crate) fn play_watched(
    players: &mut Players,
    referee: &mut Referee,
    visibility: Visibility,
    rng: &mut GameRng,
    goes_on: &mut dyn FnMut(Action) -> bool,
) -> Result<Option<GameResult>, PlayerError> {
    loop {
        let decision = referee.to_decide();
        let action = match (decision, decision.seat()) {
            (Decision::Opening, _) => {
                let (bottom, top) = (die(rng), die(rng));
                Action::OpeningRoll(BySeat { bottom, top })
            }
            (_, Some(seat)) => match decide(&mut *players[seat], referee, visibility)? {
                Some(action) => action,
                None => Action::Roll(roll(referee.table().game, rng)),
            },
            (_, None) => panic!("the game is over"),
        };
        if !goes_on(action) {
            return Ok(None);
        }
        if let Some(result) = referee.apply(action).expect("only legal actions are chosen") {
            return Ok(Some(result));
        }
    }
}
