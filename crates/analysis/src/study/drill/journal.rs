//! Results of earlier sessions, for the trend.

use super::{median::median, topic::Topic};
use crate::quiz::Day;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Game;

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
    /// Name of the game; left out of the file if it is backgammon.
    #[serde(default = "backgammon", skip_serializing_if = "is_backgammon")]
    pub game: String,
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
    /// Median time of an answer in seconds; missing in sessions of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_seconds: Option<f64>,
}

fn backgammon() -> String {
    Game::Backgammon.to_string()
}

fn is_backgammon(game: &str) -> bool {
    game == Game::Backgammon.name()
}

/// The last sessions of a topic, summed up.
#[derive(Clone, Debug, PartialEq)]
pub struct Recent {
    /// Mean error of all answers, in the unit of the drill.
    pub mean_error: f64,
    /// Median of the sessions' median times in seconds; of earlier versions, of their mean times.
    pub seconds: f64,
    /// Mean error of each session, oldest first.
    pub errors: Vec<f64>,
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

    /// Sums up the last sessions of a topic; `None` if there is none.
    pub fn recent(&self, topic: Topic) -> Option<Recent> {
        let game = topic.game().to_string();
        let is_topic = |session: &&Session| {
            session.drill == topic.kind().name() && session.game == game && session.answers > 0
        };
        let mut known: Vec<&Session> =
            self.sessions.iter().rev().filter(is_topic).take(RECENT).collect();
        known.reverse();
        let answers: f64 = known.iter().map(|session| f64::from(session.answers)).sum();
        let errors = known.iter().map(|one| one.mean_error * f64::from(one.answers)).sum::<f64>();
        let seconds = known.iter().map(|one| one.median_seconds.unwrap_or(one.mean_seconds));
        Some(Recent {
            seconds: median(&seconds.collect::<Vec<_>>())?,
            mean_error: errors / answers,
            errors: known.iter().map(|session| session.mean_error).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Kind, *};

    fn topic(kind: Kind) -> Topic {
        Topic::new(kind, Game::Backgammon).unwrap()
    }

    fn session(kind: Kind, answers: u32, mean_error: f64) -> Session {
        let day = "2026-02-28".parse().unwrap();
        let (drill, right) = (kind.name().to_owned(), answers / 2);
        let (mean_seconds, median_seconds) = (3.0 * mean_error, Some(2.0 * mean_error));
        let game = backgammon();
        Session { drill, game, day, answers, right, mean_error, mean_seconds, median_seconds }
    }

    #[test]
    fn the_last_sessions_of_a_drill_count_by_their_answers() {
        let mut journal = Journal::default();
        assert_eq!(journal.recent(topic(Kind::Pips)), None);
        for (kind, answers, error) in [
            (Kind::Pips, 1, 9.0),
            (Kind::Epc, 10, 5.0),
            (Kind::Pips, 10, 1.0),
            (Kind::Pips, 30, 3.0),
        ] {
            journal.add(session(kind, answers, error));
        }
        journal.add(Session { game: "long-nardi".to_owned(), ..session(Kind::Pips, 5, 70.0) });
        let recent = journal.recent(topic(Kind::Pips)).unwrap();
        assert!((recent.mean_error - 109.0 / 41.0).abs() < 1e-12);
        assert_eq!((recent.seconds, &recent.errors[..]), (6.0, &[9.0, 1.0, 3.0][..]));
        let nardi = Topic::new(Kind::Pips, Game::LONG_NARDI).unwrap();
        assert_eq!(journal.recent(nardi).unwrap().errors, [70.0]);
        let kept = Journal::read(journal.to_json().as_bytes()).unwrap();
        assert_eq!(kept, journal);
    }

    #[test]
    fn sessions_of_earlier_versions_are_read() {
        let text = r#"{"format": 1, "sessions": [{"drill": "pips", "day": "2026-02-28",
            "answers": 2, "right": 1, "mean_error": 1.5, "mean_seconds": 8.0}]}"#;
        let journal = Journal::read(text.as_bytes()).unwrap();
        let recent = journal.recent(topic(Kind::Pips)).unwrap();
        assert_eq!((recent.mean_error, recent.seconds), (1.5, 8.0));
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
