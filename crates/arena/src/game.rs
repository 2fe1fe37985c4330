//! Two players and dice at a referee's table.

use crate::player::{Player, PlayerError, Turn};
use sheshbesh_movegen::{
    Action, Answer, BySeat, Decision, GameResult, Referee, Situation,
    random::{GameRng, die, roll},
};

/// Who plays at a table, by seats.
pub type Players = BySeat<Box<dyn Player>>;

/// What players are shown of a table besides position and roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Cube and score too.
    Cube,
    /// Nothing: games are played for points, without a cube.
    BoardOnly,
}

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
        let table = referee.table();
        let action = match referee.to_decide() {
            Decision::Opening => {
                let (bottom, top) = (die(rng), die(rng));
                Action::OpeningRoll(BySeat { bottom, top })
            }
            Decision::Roll { seat, may_double: true } if players[seat].doubles(table)? => {
                Action::Double
            }
            Decision::Roll { .. } => Action::Roll(roll(rng)),
            Decision::Play { seat, dice } => {
                let results = referee.legal_plays();
                let Situation { game, ref position, .. } = *table;
                let table = (shown == Shown::Cube).then_some(table);
                let turn = Turn { game, position, dice, results, table };
                // Who has no choice is not asked.
                let choice = if results.len() == 1 { 0 } else { players[seat].choose(&turn)? };
                Action::Play(results[choice])
            }
            Decision::Double { seat, may_beaver } => match players[seat].answer(table)? {
                Answer::Beaver if !may_beaver => Action::Take,
                answer => answer.into(),
            },
            Decision::Beaver { seat, may_raccoon: true } if players[seat].raccoons(table)? => {
                Action::Raccoon
            }
            // Nobody here passes what he has provoked.
            Decision::Beaver { .. } | Decision::Raccoon { .. } => Action::Take,
            Decision::Resignation { .. } => unreachable!("no player resigns"),
            Decision::NextGame | Decision::MatchOver { .. } => panic!("the game is over"),
        };
        if !goes_on(action) {
            return Ok(None);
        }
        if let Some(result) = referee.apply(action).expect("only legal actions are chosen") {
            return Ok(Some(result));
        }
    }
}
