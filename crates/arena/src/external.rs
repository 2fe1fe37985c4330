//! Answers to GNU Backgammon, which asks an external player about each of its decisions.

use crate::{
    decide::decide,
    player::{Player, PlayerError, Visibility},
};
use sheshbesh_movegen::{
    Action, CubeRules, InvalidId, InvalidSituation, Phase, Referee, Situation, notation,
};

/// Turns before a decision: more than the first, in which nobody doubles.
const TURNS: u32 = 2;

/// Reason why a line has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// Not a board line.
    #[error(transparent)]
    Line(#[from] InvalidId),
    /// The table is impossible.
    #[error(transparent)]
    Table(#[from] InvalidSituation),
    /// The player cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// Answers a board line of GNU Backgammon: a play such as `8/5 6/5`, an empty line if no play is
/// legal, `roll`, `double`, `take` or `drop`. In money games the line does not say if the Jacoby
/// rule applies.
///
/// ```
/// use sheshbesh_arena::{Bot, answer_external};
/// let line = "board:gnubg:ann:7:2:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
///             1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
/// assert_eq!(answer_external(&mut *Bot::Pubeval.player(), line, false)?, "8/5 6/5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the line is none, its table is impossible, or the player cannot play.
pub fn answer_external(
    player: &mut dyn Player,
    line: &str,
    jacoby: bool,
) -> Result<String, ExternalError> {
    let table = Situation::from_gnubg_board(line, jacoby)?;
    let referee = Referee::resume(CubeRules::of(&table), table, TURNS)?;
    Ok(match (decide(player, &referee, Visibility::Cube)?, table.phase) {
        (Some(Action::Play(result)), Phase::Rolled(dice)) => {
            let play = notation::write(table.game, &table.position, dice, &result);
            // Without a legal play, version 1.07 takes any word for moves.
            play.filter(|play| play != notation::PASS).unwrap_or_default()
        }
        (Some(Action::Double), _) => "double".to_owned(),
        (Some(Action::Pass), _) => "drop".to_owned(),
        (Some(_), _) => "take".to_owned(),
        (None, _) => "roll".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;

    #[test]
    fn a_turn_without_a_legal_play_has_an_empty_answer() {
        // Player 0 is on the bar, and both points of the roll are blocked.
        let line = "board:gnubg:ann:3:0:2:-1:0:1:2:2:3:3:0:2:0:1:0:1:0:0:0:0:0:0:-1:-2:0:-7:-2:-2:0:\
                    -1:6:3:6:3:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
        assert_eq!(answer_external(&mut *Bot::Pubeval.player(), line, false), Ok(String::new()));
    }
}
