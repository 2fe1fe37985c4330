//! Results of earlier sessions, for the trend.

use super::kind::Kind;
use crate::quiz::Day;
use serde::{Deserialize, Serialize};

/// Maximum number of sessions in a journal; the oldest are dropped.
pub const MOST_SESSIONS: usize = 1000;
/// Number of earlier sessions that a trend compares with.
const RECENT: usize = 5;
/// Version of the format.
const FORMAT: u32 = 1;

/// A finished session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Name of the drill.
    pub drill: String,
    /// Day of the session in UTC.
    pub day: Day,
    /// Number of answers.
    pub answers: u32,
    /// Number of right answers.
    pub right: u32,
    /// Mean error, in the unit of the drill.
    pub mean_error: f64,
    /// Mean time of an answer in seconds.
    pub mean_seconds: f64,
}

/// Sessions, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    format: u32,
    sessions: Vec<Session>,
}

impl Default for Journal {
    fn default() -> Self {
        Self { format: FORMAT, sessions: Vec::new() }
    }
}

/// Error of a journal that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadJournal {
    /// Not JSON of a journal.
    #[error("it is no journal of drills: {0}")]
    Json(#[from] serde_json::Error),
    /// A later version.
    #[error("its format {0} is not known: the known one is {FORMAT}")]
    Format(u32),
}

impl Journal {
    /// Reads a journal.
    ///
    /// # Errors
    /// If it is none, or of a later format.
    pub fn read(bytes: &[u8]) -> Result<Self, BadJournal> {
        let journal: Self = serde_json::from_slice(bytes)?;
        if journal.format == FORMAT { Ok(journal) } else { Err(BadJournal::Format(journal.format)) }
    }

    /// The journal as JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a journal has only text and numbers") + "\n"
    }

    /// Adds a session.
    pub fn add(&mut self, session: Session) {
        self.sessions.push(session);
        let excess = self.sessions.len().saturating_sub(MOST_SESSIONS);
        self.sessions.drain(..excess);
    }

    /// Mean error and mean seconds of the last sessions of a drill, weighted by answers, and their
    /// number; `None` if there is none.
    pub fn recent(&self, kind: Kind) -> Option<(f64, f64, usize)> {
        let known = self.sessions.iter().rev().filter(|session| session.drill == kind.name());
        let known: Vec<&Session> = known.take(RECENT).collect();
        let answers: f64 = known.iter().map(|session| f64::from(session.answers)).sum();
        let mean = |of: fn(&Session) -> f64| {
            known.iter().map(|session| of(session) * f64::from(session.answers)).sum::<f64>()
                / answers
        };
        let (error, seconds) = (mean(|one| one.mean_error), mean(|one| one.mean_seconds));
        (answers > 0.0).then_some((error, seconds, known.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(kind: Kind, answers: u32, mean_error: f64) -> Session {
        let day = "2026-02-28".parse().unwrap();
        let (drill, right) = (kind.name().to_owned(), answers / 2);
        Session { drill, day, answers, right, mean_error, mean_seconds: 2.0 * mean_error }
    }

    #[test]
    fn the_last_sessions_of_a_drill_count_by_their_answers() {
        let mut journal = Journal::default();
        assert_eq!(journal.recent(Kind::Pips), None);
        for (kind, answers, error) in [
            (Kind::Pips, 1, 9.0),
            (Kind::Epc, 10, 5.0),
            (Kind::Pips, 10, 1.0),
            (Kind::Pips, 30, 3.0),
        ] {
            journal.add(session(kind, answers, error));
        }
        let (error, seconds, sessions) = journal.recent(Kind::Pips).unwrap();
        assert!((error - 109.0 / 41.0).abs() < 1e-12 && (seconds - 2.0 * error).abs() < 1e-12);
        assert_eq!(sessions, 3);
        let kept = Journal::read(journal.to_json().as_bytes()).unwrap();
        assert_eq!(kept, journal);
    }

    #[test]
    fn a_journal_keeps_a_limited_number_of_sessions() {
        let mut journal = Journal::default();
        for number in 0..MOST_SESSIONS + 3 {
            journal.add(session(Kind::Cube, 1, number as f64));
        }
        assert_eq!(journal.sessions.len(), MOST_SESSIONS);
        assert_eq!(journal.sessions[0].mean_error, 3.0);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "[]", "{}", r#"{"format": 2, "sessions": []}"#] {
            assert!(Journal::read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
