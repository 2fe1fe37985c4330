//! The course of a game from play to play, without cube and score.

use crate::{
    board::{Dice, Position, Side},
    games::{Game, GameEnd},
};

/// The continuation of a game after a play.
///
/// ```
/// use sheshbesh_movegen::{AfterPlay, Dice, Game, Plays};
/// let (game, dice) = (Game::Backgammon, Dice::new(3, 1).unwrap());
/// let result = Plays::new(game).generate(&game.start(), dice)[0];
/// let after = game.after_play(dice, &result);
/// assert_eq!(after, AfterPlay::TurnPasses(result));
/// assert_eq!(after.position(), Some(result));
/// // Three turns of each player are six plays.
/// assert_eq!(after.within(5, Some(3)), after);
/// assert_eq!(after.within(6, Some(3)), AfterPlay::TurnLimit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterPlay {
    /// The game is over. The result is from the view of the opponent of the player who has played.
    Over(GameEnd),
    /// The turn limit is reached: the game ends without a result.
    TurnLimit,
    /// The player who has played goes on from this position, seen by that player: with another roll
    /// or with the [`Stage`](crate::Stage) that the position has.
    GoesOn(Position),
    /// The opponent moves from this position, seen by the opponent: with a roll or with the
    /// [`Stage`](crate::Stage) that the position has.
    TurnPasses(Position),
}

impl AfterPlay {
    /// The position from the view of the player who moves next; `None` if the game has ended.
    #[inline]
    pub const fn position(&self) -> Option<Position> {
        match *self {
            Self::GoesOn(position) | Self::TurnPasses(position) => Some(position),
            Self::Over(_) | Self::TurnLimit => None,
        }
    }

    /// Applies a limit of the turns of each player after `turns` turns of the game, the last play
    /// included. A game that is over keeps its result.
    #[inline]
    #[must_use]
    pub fn within(self, turns: u32, turn_limit: Option<u16>) -> Self {
        match self {
            Self::GoesOn(_) | Self::TurnPasses(_) if is_limit_reached(turns, turn_limit) => {
                Self::TurnLimit
            }
            _ => self,
        }
    }
}

/// True if a limit of the turns of each player is reached after `turns` turns of a game.
#[inline]
pub(crate) fn is_limit_reached(turns: u32, turn_limit: Option<u16>) -> bool {
    turn_limit.is_some_and(|limit| turns >= 2 * u32::from(limit))
}

impl Game {
    /// The continuation of a game without a turn limit after the play of a roll. `result` is the
    /// resulting position, seen by the opponent.
    #[inline]
    pub fn after_play(self, dice: Dice, result: &Position) -> AfterPlay {
        if let Some(end) = self.end(result, Some(dice)) {
            return AfterPlay::Over(end);
        }
        match result.seen_by_mover() {
            (position, Side::Opponent) => AfterPlay::GoesOn(position),
            (position, Side::OnRoll) => AfterPlay::TurnPasses(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        plays::Plays,
        testing::{Random, every_form},
    };

    #[test]
    fn games_end_with_a_result_or_at_their_turn_limit() {
        for game in every_form() {
            let mut random = Random::new(5);
            let mut plays = Plays::new(game);
            for turn_limit in [None, Some(1), Some(8)] {
                let (mut position, mut turns) = (game.start(), 0);
                loop {
                    let dice = random.roll(game);
                    let results = plays.generate_or_pass(&position, dice);
                    let result = results[random.below(results.len())];
                    turns += 1;
                    let after = game.after_play(dice, &result).within(turns, turn_limit);
                    let end = game.end(&result, Some(dice));
                    match after {
                        AfterPlay::Over(found) => {
                            assert_eq!(end, Some(found), "{game}");
                            break;
                        }
                        AfterPlay::TurnLimit => {
                            assert_eq!(
                                (end, Some(turns)),
                                (None, turn_limit.map(|n| 2 * u32::from(n)))
                            );
                            break;
                        }
                        AfterPlay::GoesOn(next) => {
                            assert!(game.has_stages());
                            assert_eq!(next.bare(), result.swapped().bare());
                        }
                        AfterPlay::TurnPasses(next) => assert_eq!(next, result),
                    }
                    position = after.position().expect("the game goes on");
                }
            }
        }
    }

    #[test]
    fn a_result_precedes_the_turn_limit() {
        let end = GameEnd { winner: Some(Side::Opponent), points: 2 };
        assert_eq!(AfterPlay::Over(end).within(10, Some(5)), AfterPlay::Over(end));
    }
}
