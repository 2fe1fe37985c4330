//! End of a session: a number of questions, or a time.

use std::time::Duration;

/// Longest session in minutes: a day.
const MOST_MINUTES: f64 = 24.0 * 60.0;

/// End of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// Number of questions.
    Count(u16),
    /// Time from the first question on. A question that has been asked may be answered later.
    Time(Duration),
}

impl Limit {
    /// True if another question is asked after `asked` questions and a time. The first always is.
    pub(super) fn allows(self, asked: u32, elapsed: Duration) -> bool {
        match self {
            Self::Count(count) => asked < u32::from(count),
            Self::Time(time) => asked == 0 || elapsed < time,
        }
    }

    /// Title of a question.
    pub(super) fn title(self, number: u32, elapsed: Duration) -> String {
        match self {
            Self::Count(count) => format!("Question {number} of {count}"),
            Self::Time(time) => {
                let left = time.saturating_sub(elapsed);
                format!("Question {number}, {} left", minutes_and_seconds(left))
            }
        }
    }
}

/// A time as `1:05`.
pub(super) fn minutes_and_seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Parses a number of minutes, perhaps with a fraction.
pub(super) fn parse_minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse().ok().filter(|minutes| *minutes > 0.0 && *minutes <= MOST_MINUTES);
    let minutes: f64 =
        minutes.ok_or_else(|| format!("give more than 0 and at most {MOST_MINUTES} minutes"))?;
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_end_by_their_limit() {
        let seconds = Duration::from_secs;
        let count = Limit::Count(2);
        assert!(count.allows(1, seconds(9999)) && !count.allows(2, seconds(0)));
        assert_eq!(count.title(2, seconds(5)), "Question 2 of 2");
        let time = Limit::Time(parse_minutes("1.5").unwrap());
        assert!(time.allows(500, seconds(89)) && !time.allows(500, seconds(90)));
        assert!(time.allows(0, seconds(90)), "a session has a question");
        assert_eq!(time.title(7, seconds(25)), "Question 7, 1:05 left");
        assert_eq!(time.title(1, seconds(95)), "Question 1, 0:00 left");
    }

    #[test]
    fn other_minutes_are_refused() {
        for text in ["0", "-1", "1441", "nan", "inf", "five", ""] {
            assert!(parse_minutes(text).is_err(), "{text}");
        }
    }
}
