//! You and the engine at a table: whose turn it is, and what happens.

use super::{
    kept::Kept,
    said::{self, Said},
    seats::{ENGINE, YOU},
    tutor::Tutor,
};
use crate::{failure::Failure, output::print};
use sheshbesh_arena::{NetworkPlayer, PlayerError, Shown};
use sheshbesh_movegen::{
    Action, BySeat, Decision, GameResult, Referee,
    random::{GameRng, die},
};

/// You and the engine at a referee's table.
pub(super) struct Terminal {
    /// Plays, and gives the hints.
    pub(super) engine: NetworkPlayer,
    pub(super) rng: GameRng,
    pub(super) referee: Referee,
    /// Whether there is a cube.
    pub(super) shown: Shown,
    /// What is written to a file.
    pub(super) kept: Option<Kept>,
    /// Who looks over your shoulder.
    pub(super) tutor: Option<Tutor>,
    /// What you have said already, to the question that comes next.
    pub(super) said: Option<Said>,
}

impl Terminal {
    /// One game, or a whole match.
    pub(super) fn play(&mut self) -> Result<(), Failure> {
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

    /// Lets something happen at the table, and says it.
    fn happen(&mut self, decision: Decision, action: Action) -> Result<(), Failure> {
        let before = *self.referee.table();
        let result = self.let_happen(action)?;
        self.tell(&before, decision, action)?;
        let Some(result) = result else { return Ok(()) };
        self.tell_result(result)?;
        let Some(tutor) = &mut self.tutor else { return Ok(()) };
        // A game that was given up ended in the middle of a decision.
        tutor.leave();
        print(&tutor.game_over())
    }

    /// What your tutor has to say at the end.
    fn tell_at_last(&self) -> Result<(), Failure> {
        self.tutor.as_ref().map_or(Ok(()), |tutor| print(&tutor.goodbye()))
    }

    /// What you say to a question, unless you have said it already.
    pub(super) fn listen(&mut self, prompt: &str) -> Result<Said, Failure> {
        self.said.take().map_or_else(|| self.ask(prompt), Ok)
    }

    /// What you say to a question.
    pub(super) fn ask(&self, prompt: &str) -> Result<Said, Failure> {
        said::ask(prompt, &said::help(self.has_cube(), self.tutor.is_some()))
    }

    /// Whether there is a cube to be turned in this game.
    pub(super) fn has_cube(&self) -> bool {
        let table = self.referee.table();
        self.shown == Shown::Cube && table.game.has_cube() && table.largest_cube > 0
    }

    /// Lets something happen, and writes it down.
    pub(super) fn let_happen(&mut self, action: Action) -> Result<Option<GameResult>, Failure> {
        let result = self.referee.apply(action).map_err(Failure::failed)?;
        if let Some(kept) = &self.kept {
            kept.recorder().apply(action).map_err(Failure::failed)?;
        }
        if result.is_some() {
            self.keep()?;
        }
        Ok(result)
    }

    /// Writes what has been played to its file.
    pub(super) fn keep(&self) -> Result<(), Failure> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.write())
    }
}

pub(super) fn engine_failed(error: PlayerError) -> Failure {
    Failure::failed(error)
}
