//! Calendar days with day arithmetic.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::clock;
use sheshbesh_movegen::quoted;
use std::{fmt, str::FromStr};

/// A day from 1970-01-01 to 9999-12-31, written as `2026-02-28`.
///
/// ```
/// use sheshbesh_analysis::quiz::Day;
/// let day: Day = "2024-02-28".parse()?;
/// assert_eq!(day.after(2).to_string(), "2024-03-01");
/// assert!("2023-02-29".parse::<Day>().is_err());
/// # Ok::<(), sheshbesh_analysis::quiz::InvalidDay>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(u32);

/// Error for a text that is not a day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid date {text}: write it like 2026-02-28, from 1970 on", text = quoted(.0))]
pub struct InvalidDay(pub String);

const FIRST_YEAR: u32 = 1970;
const LAST_YEAR: u32 = 9999;

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Number of days in the years from 1 to `year - 1`, in the Gregorian calendar.
const fn days_before(year: u32) -> u32 {
    let years = year - 1;
    365 * years + years / 4 - years / 100 + years / 400
}

const EPOCH: u32 = days_before(FIRST_YEAR);
const LAST: u32 = days_before(LAST_YEAR + 1) - EPOCH - 1;

impl Day {
    /// The current day in UTC.
    pub fn today() -> Self {
        let days = clock::since_epoch().as_secs() / (24 * 60 * 60);
        Self(u32::try_from(days).unwrap_or(LAST).min(LAST))
    }

    /// The day `days` later, at most the last representable day.
    #[must_use]
    pub const fn after(self, days: u16) -> Self {
        let day = self.0 + days as u32;
        Self(if day > LAST { LAST } else { day })
    }

    fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_day = (FIRST_YEAR..=LAST_YEAR).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_of_month(year, month)).contains(&day);
        let months = || (1..month).map(|month| days_of_month(year, month)).sum::<u32>();
        is_day.then(|| Self(days_before(year) - EPOCH + months() + day - 1))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0 + EPOCH;
        // No year has more than 366 days, so this is a lower bound.
        let mut year = days / 366 + 1;
        while days_before(year + 1) <= days {
            year += 1;
        }
        let (mut month, mut day) = (1, days - days_before(year));
        while day >= days_of_month(year, month) {
            day -= days_of_month(year, month);
            month += 1;
        }
        write!(f, "{year:04}-{month:02}-{:02}", day + 1)
    }
}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Self, InvalidDay> {
        let number = |digits: &str, length: usize| -> Option<u32> {
            let is_number = digits.len() == length && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        };
        let mut parts = text.split('-');
        let mut part = |length: usize| parts.next().and_then(|digits| number(digits, length));
        let (year, month, day) = (part(4), part(2), part(2));
        let day = match (year, month, day, parts.next()) {
            (Some(year), Some(month), Some(day), None) => Self::new(year, month, day),
            _ => None,
        };
        day.ok_or_else(|| InvalidDay(text.to_owned()))
    }
}

impl TryFrom<String> for Day {
    type Error = InvalidDay;

    fn try_from(text: String) -> Result<Self, InvalidDay> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_one_before_it() {
        let mut day = Day(0);
        let (mut y, mut m, mut d) = (1970, 1, 1);
        while day.0 < LAST {
            assert_eq!(day.to_string(), format!("{y:04}-{m:02}-{d:02}"));
            assert_eq!(day.to_string().parse(), Ok(day));
            d += 1;
            if Day::new(y, m, d).is_none() {
                (m, d) = (m + 1, 1);
            }
            if m > 12 {
                (y, m) = (y + 1, 1);
            }
            // Every day of two centuries, then every eleventh day.
            let step = if y < 2170 { 1 } else { 11 };
            day = day.after(step);
            if step > 1 {
                let text = day.to_string();
                let mut parts = text.split('-').map(|part| part.parse::<u32>().unwrap());
                (y, m, d) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
            }
        }
        assert_eq!((day.0, day.after(9).to_string().as_str()), (LAST, "9999-12-31"));
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-1-1",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "1900-02-29",
            "2100-02-29",
            "1969-12-31",
            "10000-01-01",
            "2026-01-01-01",
            "+026-01-01",
            "2026-01-0é",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
