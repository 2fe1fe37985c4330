//! A recorded game, gone through from its beginning.

use crate::{
    model::{Entry, Event, GameRecord, Match},
    table::{Impossible, Table},
};
use sheshbesh_movegen::{Decision, GameResult, Phase, Situation};

/// A recorded game, moment by moment.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    table: Table,
    entries: std::slice::Iter<'a, Entry>,
}

/// Something that happened, and the table at which it did.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The table as it stood, seen by the player on roll; of a roll with its play, the roll lies
    /// on it.
    pub table: Situation,
    /// What was to be decided before it, the roll included.
    pub decision: Decision,
    /// What happened.
    pub entry: &'a Entry,
    /// The rules forbid it, and it was done nevertheless: an illegal play, or a turn of the cube.
    pub is_illegal: bool,
}

impl Moment<'_> {
    /// The table before the roll, where the moment is a roll or a play.
    pub fn before_roll(&self) -> Situation {
        Situation { phase: Phase::BeforeRoll, ..self.table }
    }
}

impl GameRecord {
    /// Goes through the game, which is one of a match, under the eyes of a referee.
    ///
    /// # Errors
    /// When no game begins at its score.
    pub fn replay<'a>(&'a self, of: &Match) -> Result<Replay<'a>, Impossible> {
        Ok(Replay { table: Table::before(of, self)?, entries: self.entries.iter() })
    }
}

impl Replay<'_> {
    /// The table as it stands after what has been gone through.
    pub fn table(&self) -> &Situation {
        self.table.situation()
    }

    /// How the game has ended, where what has been gone through ended it.
    pub fn result(&self) -> Option<GameResult> {
        self.table.result()
    }
}

impl<'a> Iterator for Replay<'a> {
    type Item = Result<Moment<'a>, Impossible>;

    /// Ends with the entries, or behind the first that cannot have happened.
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
        Some(done.map(|_| Moment { table, decision, entry, is_illegal }))
    }
}
