//! Replays a recorded game from its beginning.

use crate::{
    model::{Entry, Event, GameRecord, Match},
    replay_cursor::{ReplayCursor, ReplayError},
};
use sheshbesh_movegen::{Decision, GameResult, Phase, Situation};

/// An iterator over the steps of a recorded game.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    table: ReplayCursor,
    entries: std::slice::Iter<'a, Entry>,
}

/// An entry, and the table before it.
#[derive(Clone, Copy, Debug)]
pub struct ReplayStep<'a> {
    /// The table, seen by the player on roll. For a roll or a play, the roll is on the table.
    pub table: Situation,
    /// The decision before the entry and before its roll.
    pub decision: Decision,
    /// The entry.
    pub entry: &'a Entry,
    /// True if the entry broke the rules: an illegal play, or an illegal turn of the cube.
    pub is_illegal: bool,
}

impl ReplayStep<'_> {
    /// The table before the roll of this step.
    pub fn before_roll(&self) -> Situation {
        Situation { phase: Phase::BeforeRoll, ..self.table }
    }
}

impl GameRecord {
    /// Replays the game, which belongs to the given match. A referee validates each entry.
    ///
    /// # Errors
    /// Fails if no game can begin at its score.
    pub fn replay<'a>(&'a self, of: &Match) -> Result<Replay<'a>, ReplayError> {
        Ok(Replay { table: ReplayCursor::before(of, self)?, entries: self.entries.iter() })
    }
}

impl Replay<'_> {
    /// The table after the entries replayed up to now.
    pub fn table(&self) -> &Situation {
        self.table.situation()
    }

    /// The decision after the entries replayed up to now.
    pub fn to_decide(&self) -> Decision {
        self.table.to_decide()
    }

    /// The result, if the entries replayed up to now ended the game.
    pub fn result(&self) -> Option<GameResult> {
        self.table.result()
    }
}

impl<'a> Iterator for Replay<'a> {
    type Item = Result<ReplayStep<'a>, ReplayError>;

    /// Ends after the last entry, or after the first impossible one.
    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entries.next()?;
        let decision = self.table.to_decide();
        let mut done = Ok(());
        if let Event::Roll(dice)
        | Event::SetDice(dice)
        | Event::Play { dice, .. }
        | Event::IllegalPlay { dice, .. } = entry.event
        {
            done = self.table.roll(entry.seat, dice);
        }
        let table = *self.table.situation();
        let done = done.and_then(|()| self.table.apply(entry.seat, &entry.event));
        if done.is_err() {
            self.entries = [].iter();
        }
        let is_illegal =
            self.table.broken_rule().is_some() || matches!(entry.event, Event::IllegalPlay { .. });
        Some(done.map(|_| ReplayStep { table, decision, entry, is_illegal }))
    }
}
