//! The engine's decisions, and hints for the player.

use super::{
    game_loop::{PlaySession, engine_failed},
    seats::ENGINE,
};
use crate::{error::CliError, terminal::print};
use sheshbesh_api::{
    answers::describe_plays,
    text::{cube_options, play_table},
};
use sheshbesh_arena::{Player, decide};
use sheshbesh_movegen::{Action, Decision, Dice};

/// Number of plays that `hint` shows.
const HINTS: usize = 5;

impl PlaySession {
    /// Returns the engine's decision; `None` to quit instead of typing its roll.
    pub(super) fn choose_engine_action(&mut self) -> Result<Option<Action>, CliError> {
        let opponent: &mut dyn Player = match &mut self.opponent {
            Some(opponent) => opponent,
            None => &mut self.engine,
        };
        let chosen = decide(opponent, &self.referee, self.visibility).map_err(engine_failed)?;
        if chosen == Some(Action::Double) {
            print(&format!("{}\n", self.draw()))?;
        }
        if chosen.is_some() { Ok(chosen) } else { self.roll_for(ENGINE) }
    }

    pub(super) fn print_play_hint(&mut self, dice: Dice) -> Result<(), CliError> {
        let table = self.referee.table();
        let ranked = self.engine.rank(table, self.visibility, dice).map_err(engine_failed)?;
        let ranking = describe_plays(table, dice, &ranked).map_err(CliError::failed)?;
        print(&play_table(table.game, &ranking, HINTS))
    }

    /// Prints the engine's choice in the player's cube decision.
    pub(super) fn print_cube_hint(&mut self) -> Result<(), CliError> {
        let table = self.referee.table();
        match self.referee.to_decide() {
            Decision::Beaver { may_raccoon, .. } => {
                let raccoons = may_raccoon && self.engine.raccoons(table).map_err(engine_failed)?;
                print(if raccoons { "Raccoon\n" } else { "Roll\n" })
            }
            Decision::Raccoon { .. } => print("Take\n"),
            _ => {
                let decision = self.engine.decision(table).map_err(engine_failed)?;
                print(&format!("{}{}\n", cube_options(&decision), decision.words()))
            }
        }
    }
}
