//! Turning the cube, and the rules that forbid it.

use super::{Referee, illegal::Illegal};
use crate::{
    board::Side,
    games::Opening,
    table::{Cube, Phase, Session, Situation, Stakes},
};

/// Number of turns in which both players have their first two rolls.
const HOLLAND_TURNS: u32 = 4;

impl Referee {
    /// Turns the cube `times` times, and gives it to the opponent of the player on roll.
    pub(super) fn turn_cube(&mut self, times: u8) {
        if !self.table.game.has_cube() {
            return;
        }
        for _ in 0..times {
            let turned = self.table.cube.turned_to(Some(Side::Opponent));
            self.table.cube = turned.unwrap_or(self.table.cube);
        }
    }

    /// Turns the cube by a raccoon of the player on roll.
    pub(super) fn raccoon(&mut self) {
        let raccooned = self.table.raccooned().filter(|table| table.game.has_cube());
        self.table = raccooned.unwrap_or(Situation { phase: Phase::Raccooned, ..self.table });
    }

    /// Checks that the player on roll may double.
    pub(super) fn check_double(&self) -> Result<(), Illegal> {
        if let (Session::Match { holland, .. }, Stakes::Match { length, crawford }) =
            (self.rules.cube.session, self.table.stakes)
        {
            if crawford {
                let is_only = length == 1;
                return Err(if is_only { Illegal::OnePointMatch } else { Illegal::Crawford });
            }
            if holland && self.table.is_one_away() && self.turns < HOLLAND_TURNS {
                return Err(Illegal::Holland);
            }
        }
        let game = self.table.game;
        if !game.has_cube() {
            return Err(Illegal::NoCube(game));
        }
        let is_reroll = self.rules.house_rules.opening(game) == Opening::Reroll;
        if self.turns == 0 && (is_reroll || self.began.is_some()) {
            return Err(Illegal::FirstRoll);
        }
        if self.table.position.opponent().all_off() {
            return Err(Illegal::LastRoll);
        }
        if self.table.cube.owner() == Some(Side::Opponent) {
            return Err(Illegal::OthersCube);
        }
        if self.table.cube.barred() == Some(Side::OnRoll) {
            return Err(Illegal::Raccooned);
        }
        self.check_turns(1)
    }

    /// Checks that a double may be beavered, which turns the cube twice.
    pub(super) fn check_beaver(&self) -> Result<(), Illegal> {
        if !self.table.stakes.beavers() {
            return Err(Illegal::NoBeavers);
        }
        if self.table.cube.barred() == Some(Side::Opponent) {
            return Err(Illegal::Raccooned);
        }
        self.check_turns(2)
    }

    /// Checks that a beaver may be raccooned.
    pub(super) fn check_raccoon(&self) -> Result<(), Illegal> {
        self.check_turns(1)
    }

    /// Checks that the cube can be turned `times` more times.
    fn check_turns(&self, times: u8) -> Result<(), Illegal> {
        if self.table.turns_left() < times {
            let largest = self.rules.cube.largest_cube.min(Cube::LARGEST_EXPONENT);
            let raised = self.table.cube.is_arithmetic();
            return Err(match Cube::arithmetic(largest, None).filter(|_| raised) {
                Some(largest) => Illegal::LargestStake(largest.value()),
                None => Illegal::LargestCube(largest),
            });
        }
        Ok(())
    }
}
