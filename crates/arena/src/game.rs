//! Two players and dice at a referee's table.

use crate::{
    decide::decide,
    player::{Player, PlayerError, Shown},
};
use sheshbesh_movegen::{
    Action, BySeat, Decision, GameResult, Referee,
    random::{GameRng, die, roll},
};

/// Who plays at a table, by seats.
pub type Players = BySeat<Box<dyn Player>>;

/// Plays the referee's game on to its end.
///
/// # Errors
/// When a player cannot play.
///
/// # Panics
/// When the game is over already, or a player chooses a play that is none.
pub fn play_game(
    players: &mut Players,
    referee: &mut Referee,
    shown: Shown,
    rng: &mut GameRng,
) -> Result<GameResult, PlayerError> {
    let result = play_watched(players, referee, shown, rng, &mut |_| true)?;
    Ok(result.expect("nobody breaks it off"))
}

/// Plays the referee's game on, each action being shown before it happens to somebody who says
/// whether to go on; `None` if the game was broken off so. The action that was shown last has not
/// happened then.
///
/// # Errors
/// As [`play_game`].
///
/// # Panics
/// As [`play_game`].
pub(crate) fn play_watched(
    players: &mut Players,
    referee: &mut Referee,
    shown: Shown,
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
            (_, Some(seat)) => match decide(&mut *players[seat], referee, shown)? {
                Some(action) => action,
                None => Action::Roll(roll(rng)),
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
