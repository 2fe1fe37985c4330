//! Game loop between the player and the engine.

use super::{
    autosave::Kept,
    input::{self, Said},
    seats::{ENGINE, YOU},
    tutor::Tutor,
};
use crate::{error::CliError, terminal::print};
use sheshbesh_arena::{NetworkPlayer, PlayerError, Shown};
use sheshbesh_movegen::{
    Action, BySeat, Decision, GameResult, Referee,
    random::{GameRng, die},
};

/// A game between the player at the terminal and the engine.
pub(super) struct Terminal {
    /// The opponent, which also gives hints.
    pub(super) engine: NetworkPlayer,
    pub(super) rng: GameRng,
    pub(super) referee: Referee,
    /// Information that the engine sees: with rules, the cube and the score.
    pub(super) shown: Shown,
    /// Record for `--save`.
    pub(super) kept: Option<Kept>,
    /// Tutor, if any.
    pub(super) tutor: Option<Tutor>,
    /// Input that already answers the next prompt.
    pub(super) said: Option<Said>,
}

impl Terminal {
    /// Plays one game, or a whole match.
    pub(super) fn play(&mut self) -> Result<(), CliError> {
        self.announce()?;
        loop {
            let decision = self.referee.to_decide();
            let action = match (decision, decision.seat()) {
                (_, Some(YOU)) => match self.your_choice(decision)? {
                    Some(action) => action,
                    None => {
                        self.tell_at_last()?;
                        return print("Goodbye.\n");
                    }
                },
                (_, Some(ENGINE)) => self.engines_choice()?,
                (Decision::Opening, None) => {
                    let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
                    Action::OpeningRoll(BySeat { bottom, top })
                }
                (Decision::NextGame, None) if self.is_match() => Action::NextGame,
                (_, None) => return self.tell_at_last(),
            };
            self.happen(decision, action)?;
        }
    }

    fn is_match(&self) -> bool {
        self.referee.has_winner()
    }

    /// Applies an action, and prints it.
    fn happen(&mut self, decision: Decision, action: Action) -> Result<(), CliError> {
        let before = *self.referee.table();
        let result = self.let_happen(action)?;
        self.tell(&before, decision, action)?;
        let Some(result) = result else { return Ok(()) };
        self.tell_result(result)?;
        let Some(tutor) = &mut self.tutor else { return Ok(()) };
        // A resignation may end the game during a decision.
        tutor.leave();
        print(&tutor.game_over())
    }

    /// Prints the tutor's summary at the end.
    fn tell_at_last(&self) -> Result<(), CliError> {
        self.tutor.as_ref().map_or(Ok(()), |tutor| print(&tutor.goodbye()))
    }

    /// Returns the pending input, or prompts for input.
    pub(super) fn listen(&mut self, prompt: &str) -> Result<Said, CliError> {
        self.said.take().map_or_else(|| self.ask(prompt), Ok)
    }

    /// Prompts for input.
    pub(super) fn ask(&self, prompt: &str) -> Result<Said, CliError> {
        input::ask(prompt, &input::help(self.has_cube(), self.tutor.is_some()))
    }

    /// Returns true if this game has a cube that can be turned.
    pub(super) fn has_cube(&self) -> bool {
        let table = self.referee.table();
        self.shown == Shown::Cube && table.game.has_cube() && table.largest_cube > 0
    }

    /// Applies an action, and records it.
    pub(super) fn let_happen(&mut self, action: Action) -> Result<Option<GameResult>, CliError> {
        let result = self.referee.apply(action).map_err(CliError::failed)?;
        if let Some(kept) = &self.kept {
            kept.recorder().apply(action).map_err(CliError::failed)?;
        }
        if result.is_some() {
            self.keep()?;
        }
        Ok(result)
    }

    /// Writes the record to its file.
    pub(super) fn keep(&self) -> Result<(), CliError> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.write())
    }
}

pub(super) fn engine_failed(error: PlayerError) -> CliError {
    CliError::failed(error)
}
