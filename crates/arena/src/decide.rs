//! Decisions of a player at a referee's table.

use crate::player::{Player, PlayerError, Turn, Visibility};
use sheshbesh_movegen::{Action, Answer, Decision, Referee, Situation};

/// Asks a player for the action to decide. Returns `None` if a roll comes next or nobody has a
/// decision. A player without a choice is not asked.
///
/// ```
/// use sheshbesh_arena::{Bot, Visibility, decide};
/// use sheshbesh_movegen::{Action, BySeat, CubeRules, Game, Referee, Win};
/// let mut referee = Referee::new(Game::Backgammon, CubeRules::NO_CUBE);
/// let mut player = Bot::Pubeval.player();
/// assert_eq!(decide(&mut *player, &referee, Visibility::BoardOnly)?, None);
/// referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 }))?;
/// let action = decide(&mut *player, &referee, Visibility::BoardOnly)?;
/// assert!(matches!(action, Some(Action::Play(_))));
/// // A gammon can still be lost.
/// referee.apply(Action::Resign(Win::Single))?;
/// assert_eq!(decide(&mut *player, &referee, Visibility::BoardOnly)?, Some(Action::Refuse));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A player that cannot play.
///
/// # Panics
/// If the player chooses an illegal play.
pub fn decide(
    player: &mut dyn Player,
    referee: &Referee,
    visibility: Visibility,
) -> Result<Option<Action>, PlayerError> {
    let table = referee.table();
    Ok(Some(match referee.to_decide() {
        Decision::Roll { may_double: true, .. } if player.doubles(table)? => Action::Double,
        Decision::Roll { .. }
        | Decision::Opening
        | Decision::NextGame
        | Decision::MatchOver { .. } => return Ok(None),
        Decision::Play { dice, .. } => {
            let results = referee.legal_plays();
            let Situation { game, ref position, .. } = *table;
            let table = (visibility == Visibility::Cube).then_some(table);
            let turn = Turn { game, position, dice, results, table };
            let choice = if results.len() == 1 { 0 } else { player.choose(&turn)? };
            Action::Play(results[choice])
        }
        Decision::Double { may_beaver, .. } => match player.answer(table)? {
            Answer::Beaver if !may_beaver => Action::Take,
            answer => answer.into(),
        },
        Decision::Beaver { may_raccoon: true, .. } if player.raccoons(table)? => Action::Raccoon,
        // Players here never pass a redouble that they have provoked.
        Decision::Beaver { .. } | Decision::Raccoon { .. } => Action::Take,
        Decision::Resignation { offered, .. } => {
            if player.accepts(table, visibility, offered)? {
                Action::Accept
            } else {
                Action::Refuse
            }
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;
    use sheshbesh_movegen::{Checkers, Cube, CubeRules, Game, Position, Side, Stakes, Win};

    #[test]
    fn who_cannot_tell_chances_accepts_what_is_the_most_that_can_be_lost() {
        // The resigner's checkers are on one point, in contact or not; `off` of them are borne off.
        let least = |rearmost, off: u8, stakes, cube| {
            let own = Checkers::from_points(&[(rearmost, 15 - off)]).with_rest_off(15);
            let position = Position::from_sides_unchecked(own, Checkers::from_points(&[(2, 15)]));
            let new = Situation::new(position, Game::Backgammon);
            let table = Situation { stakes, cube, ..new };
            let mut wins = [Win::Single, Win::Gammon, Win::Backgammon].into_iter();
            let accepted = wins.find(|&win| {
                let mut referee = Referee::resume(CubeRules::of(&table), table, 30).unwrap();
                referee.apply(Action::Resign(win)).unwrap();
                let chosen =
                    decide(&mut *Bot::PipCount.player(), &referee, Visibility::Cube).unwrap();
                chosen == Some(Action::Accept)
            });
            accepted.expect("nothing more than a backgammon can be lost")
        };
        let (money, one) = (Stakes::default(), Cube::default());
        assert_eq!(least(20, 0, money, one), Win::Backgammon);
        assert_eq!(least(16, 0, money, one), Win::Gammon);
        assert_eq!(least(16, 1, money, one), Win::Single);
        assert_eq!(least(20, 0, Stakes::Money { jacoby: true, beavers: false }, one), Win::Single);
        let to_two = Stakes::Match { length: 2, crawford: false };
        assert_eq!(least(20, 0, to_two, one), Win::Gammon);
        let turned = Cube::of_value(2, Some(Side::OnRoll)).unwrap();
        assert_eq!(least(20, 0, to_two, turned), Win::Single);
    }
}
