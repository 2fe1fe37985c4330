//! You and the engine at a table: whose turn it is, and what happens.

use super::{
    kept::Kept,
    seats::{ENGINE, YOU},
};
use crate::{failure::Failure, output::print};
use sheshbesh_arena::{NetworkPlayer, PlayerError, Shown};
use sheshbesh_movegen::{
    Action, BySeat, Decision, GameResult, Referee, Session,
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
                    None => return print("Goodbye.\n"),
                },
                (_, Some(ENGINE)) => self.engines_choice(decision)?,
                (Decision::Opening, None) => {
                    let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
                    Action::OpeningRoll(BySeat { bottom, top })
                }
                (Decision::NextGame, None) if self.is_match() => Action::NextGame,
                (_, None) => return Ok(()),
            };
            self.happen(decision, action)?;
        }
    }

    fn is_match(&self) -> bool {
        matches!(self.referee.rules().session, Session::Match { .. })
    }

    /// Lets something happen at the table, and says it.
    fn happen(&mut self, decision: Decision, action: Action) -> Result<(), Failure> {
        let before = *self.referee.table();
        let result = self.let_happen(action)?;
        self.tell(&before, decision, action)?;
        result.map_or(Ok(()), |result| self.tell_result(result))
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
