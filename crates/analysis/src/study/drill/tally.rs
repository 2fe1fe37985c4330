//! Answers of a session.

use super::{grade::Graded, journal::Session, median::median, topic::Topic};
use crate::quiz::Day;

/// Answers of a session so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    right: u32,
    errors: f64,
    /// Time of each answer.
    seconds: Vec<f64>,
}

impl Tally {
    /// Adds an answer that took a number of seconds.
    pub fn add(&mut self, graded: &Graded, seconds: f64) {
        self.right += u32::from(graded.is_right);
        self.errors += graded.error;
        self.seconds.push(seconds);
    }

    /// The session with these answers; `None` without any answer.
    pub fn session(&self, topic: Topic, day: Day) -> Option<Session> {
        let answers = self.seconds.len() as f64;
        Some(Session {
            drill: topic.kind().name().to_owned(),
            game: topic.game().to_string(),
            day,
            answers: self.seconds.len() as u32,
            right: self.right,
            mean_error: self.errors / answers,
            mean_seconds: self.seconds.iter().sum::<f64>() / answers,
            median_seconds: Some(median(&self.seconds)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Kind, *};
    use sheshbesh_movegen::Game;

    #[test]
    fn one_long_answer_does_not_change_the_median() {
        let topic = Topic::new(Kind::Pips, Game::Backgammon).unwrap();
        let day = "2026-02-28".parse().unwrap();
        let mut tally = Tally::default();
        assert_eq!(tally.session(topic, day), None);
        for (error, seconds) in [(0.0, 4.0), (3.0, 600.0), (0.0, 5.0), (1.0, 6.0)] {
            let graded = Graded { error, is_right: error == 0.0, decision: None };
            tally.add(&graded, seconds);
        }
        let session = tally.session(topic, day).unwrap();
        assert_eq!((session.answers, session.right, session.mean_error), (4, 2, 1.0));
        assert_eq!((session.mean_seconds, session.median_seconds), (153.75, Some(5.5)));
    }
}
