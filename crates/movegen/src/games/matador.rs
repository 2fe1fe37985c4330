//! Matador (матадор, մատադոր), a relative of Jacquet.
//!
//! The moves are those of [Jacquet](super::Fevga::JACQUET). The roll 4-3 is the matador: a player
//! plays both numbers, then any double of their choice, and rolls again. If a part of this cannot be
//! played, the rest and the roll are lost. A player may throw any number of matadors.
//!
//! Some players choose a double even if 4 and 3 cannot both be played. Both sides can be shut in for
//! good, so a game is drawn after a hundred rolls in a row without a step.

use super::{
    Fevga, parallel,
    rules::{CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules},
    stages::{self, Next},
};
use crate::board::{BySide, Class, Dice, InvalidPosition, Position, Stage, View};

/// The rules of Matador.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Matador {
    /// True if 4-3 gives a double even if its numbers cannot both be played.
    pub always_gives: bool,
}

/// The game whose moves are played.
const JACQUET: Fevga = Fevga::JACQUET;
/// Number of times that a double is played.
const TIMES: u8 = 4;

/// True if the roll is the matador.
const fn is_matador(dice: Dice) -> bool {
    dice.high() == 4 && dice.low() == 3
}

impl Matador {
    /// The continuation after a turn.
    fn next(self, turn: &PlaySoFar) -> Next {
        match turn.start().turn_state().stage {
            Some(_) if turn.played() == TIMES => Next::RollsAgain,
            None if is_matador(turn.dice()) && (turn.played() == 2 || self.always_gives) => {
                Next::PlaysOn(Stage::ANY_DOUBLE)
            }
            _ => Next::OpponentRolls,
        }
    }
}

impl Rules for Matador {
    const FAMILY: Family = Family::Parallel;
    const VIEW: View = parallel::VIEW;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // The matador does more.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    const STAGES: bool = true;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        JACQUET.step(so_far, from, number)
    }

    fn numbers_at(self, position: &Position, dice: Dice) -> Numbers {
        stages::numbers_at(position, Numbers::usual(dice))
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        stages::result(turn, self.next(turn), BySide::default())
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let state = position.turn_state();
        let is_state = stages::counts_idle(state)
            && state.stage.is_none_or(|stage| stage == Stage::ANY_DOUBLE)
            && state.counters == BySide::default();
        if is_state { Ok(()) } else { Err(InvalidPosition::TurnState) }
    }

    fn class(self, position: &Position) -> Class {
        stages::class(position)
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        stages::end(position)
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        parallel::possible(position)
    }

    /// Rolls other than the matador are played as in Jacquet.
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        let is_plain =
            !is_matador(dice) && stages::is_to_roll(position) && stages::end(position).is_none();
        stages::generate(self, is_plain.then_some(JACQUET), position, dice, results);
    }

    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        stages::generate_rolls(self, position, results, ends);
    }
}
