//! Game loop between the player and the engine.

use super::{
    autosave::Autosave,
    dice_source::DiceFeed,
    input::{self, Input},
    seats::{ENGINE, YOU},
    tutor::Tutor,
};
use crate::{error::CliError, terminal::print};
use sheshbesh_arena::{NetworkPlayer, PlayerError, SkilledPlayer, Visibility};
use sheshbesh_movegen::{Action, Decision, GameResult, Referee, random::GameRng};

/// A game between the player at the terminal and the engine.
pub(super) struct PlaySession {
    /// The engine at full strength: the opponent, unless there is another, and the source of hints.
    pub(super) engine: NetworkPlayer,
    /// An opponent below full strength.
    pub(super) opponent: Option<SkilledPlayer>,
    pub(super) rng: GameRng,
    /// Source of the dice.
    pub(super) dice: DiceFeed,
    pub(super) referee: Referee,
    /// Information that the engine sees: with rules, the cube and the score.
    pub(super) visibility: Visibility,
    /// Record for `--save`.
    pub(super) autosave: Option<Autosave>,
    /// Tutor, if any.
    pub(super) tutor: Option<Tutor>,
    /// Input that already answers the next prompt.
    pub(super) pending_input: Option<Input>,
}

impl PlaySession {
    /// Plays one game, or a whole match.
    pub(super) fn play(&mut self) -> Result<(), CliError> {
        self.announce()?;
        loop {
            let decision = self.referee.to_decide();
            let action = match (decision, decision.seat()) {
                (_, Some(YOU)) => match self.choose_action(decision)? {
                    Some(action) => action,
                    None => return self.quit(),
                },
                (_, Some(ENGINE)) => match self.choose_engine_action()? {
                    Some(action) => action,
                    None => return self.quit(),
                },
                (Decision::Opening, None) => match self.roll_for_opening()? {
                    Some(action) => action,
                    None => return self.quit(),
                },
                (Decision::NextGame, None) if self.is_match() => Action::NextGame,
                (_, None) => return self.print_summary(),
            };
            self.apply_and_tell(decision, action)?;
        }
    }

    fn quit(&self) -> Result<(), CliError> {
        self.print_summary()?;
        print("Goodbye.\n")
    }

    fn is_match(&self) -> bool {
        self.referee.has_winner()
    }

    /// Applies an action, and prints it.
    fn apply_and_tell(&mut self, decision: Decision, action: Action) -> Result<(), CliError> {
        let before = *self.referee.table();
        let result = self.apply(action)?;
        self.tell(&before, decision, action)?;
        let Some(result) = result else { return Ok(()) };
        self.tell_result(result)?;
        let Some(tutor) = &mut self.tutor else { return Ok(()) };
        // A resignation may end the game during a decision.
        tutor.discard();
        print(&tutor.game_over())
    }

    /// Prints the tutor's summary at the end.
    fn print_summary(&self) -> Result<(), CliError> {
        self.tutor.as_ref().map_or(Ok(()), |tutor| print(&tutor.goodbye()))
    }

    /// Returns the pending input, or prompts for input.
    pub(super) fn next_input(&mut self, prompt: &str) -> Result<Input, CliError> {
        self.pending_input.take().map_or_else(|| self.ask(prompt), Ok)
    }

    /// Prompts for input.
    pub(super) fn ask(&self, prompt: &str) -> Result<Input, CliError> {
        input::ask(prompt, &input::format_help(self.has_cube(), self.tutor.is_some()))
    }

    /// Returns true if this game has a cube that can be turned.
    pub(super) fn has_cube(&self) -> bool {
        let table = self.referee.table();
        self.visibility == Visibility::Cube && table.game.has_cube() && table.largest_cube > 0
    }

    /// Applies an action, and records it.
    pub(super) fn apply(&mut self, action: Action) -> Result<Option<GameResult>, CliError> {
        let result = self.referee.apply(action).map_err(CliError::failed)?;
        if let Some(autosave) = &self.autosave {
            autosave.recorder().apply(action).map_err(CliError::failed)?;
        }
        if result.is_some() {
            self.save()?;
        }
        Ok(result)
    }

    /// Writes the record to its file.
    pub(super) fn save(&self) -> Result<(), CliError> {
        self.autosave.as_ref().map_or(Ok(()), |autosave| autosave.write())
    }
}

pub(super) fn engine_failed(error: PlayerError) -> CliError {
    CliError::failed(error)
}
