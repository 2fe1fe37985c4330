//! When a question comes back: boxes, as S. Leitner's, *So lernt man lernen* (1972), has them.

use super::day::Day;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

/// How many boxes there are.
pub const BOXES: usize = 7;

/// After so many days a question of each box comes back. What is in the first one is not solved, and
/// comes back the same day.
pub const DAYS: [u16; BOXES] = [0, 1, 3, 7, 16, 40, 100];

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Well, by one's own.
    Solved,
    /// Well, after a hint that was not the answer.
    WithHint,
    /// Not, or after the answer was shown.
    Missed,
}

/// What is remembered of a question that has been asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The box in which it is, from 0.
    #[serde(rename = "box", deserialize_with = "a_box")]
    place: u8,
    /// The day from which on it may be asked again.
    due: Day,
    /// When it was asked last.
    last: Day,
    asked: u32,
    solved: u32,
    /// What somebody else has written down here.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

fn a_box<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let place = u8::deserialize(deserializer)?;
    let last = BOXES - 1;
    let is_one = usize::from(place) <= last;
    is_one.then_some(place).ok_or_else(|| D::Error::custom(format!("there are boxes 0 to {last}")))
}

impl Card {
    /// Of a question that has been answered for the first time.
    pub fn new(answered: Answered, today: Day) -> Self {
        let mut card =
            Self { place: 0, due: today, last: today, asked: 0, solved: 0, rest: Map::new() };
        card.answer(answered, today);
        card
    }

    /// Moves it on by a box where it was solved, back to the first where it was missed; with a hint
    /// it stays where it is.
    ///
    /// ```
    /// use sheshbesh_analysis::quiz::{Answered, Card};
    /// let today = "2026-01-31".parse()?;
    /// let mut card = Card::new(Answered::Solved, today);
    /// assert_eq!((card.place(), card.due().to_string().as_str()), (1, "2026-02-01"));
    /// card.answer(Answered::Solved, card.due());
    /// assert_eq!((card.place(), card.due().to_string().as_str()), (2, "2026-02-04"));
    /// # Ok::<(), sheshbesh_analysis::quiz::InvalidDay>(())
    /// ```
    pub fn answer(&mut self, answered: Answered, today: Day) {
        self.place = match answered {
            Answered::Solved => (self.place + 1).min(BOXES as u8 - 1),
            Answered::WithHint => self.place,
            Answered::Missed => 0,
        };
        self.asked = self.asked.saturating_add(1);
        self.solved = self.solved.saturating_add(u32::from(answered != Answered::Missed));
        self.last = today;
        self.due = today.after(DAYS[usize::from(self.place)]);
    }

    /// The box in which it is, from 0.
    pub fn place(&self) -> u8 {
        self.place
    }

    /// The day from which on it may be asked again.
    pub fn due(&self) -> Day {
        self.due
    }

    /// How often it was asked, and how often that was solved, with hints or without.
    pub fn counts(&self) -> [u32; 2] {
        [self.asked, self.solved]
    }
}
