//! Spaced repetition with boxes, after S. Leitner, *So lernt man lernen* (1972).

use super::day::Day;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

/// Number of boxes.
pub const BOXES: usize = 7;

/// Days until a question in each box is due again. The first box holds unsolved questions, which
/// are due on the same day.
pub const DAYS: [u16; BOXES] = [0, 1, 3, 7, 16, 40, 100];

/// Result of answering a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Solved without help.
    Solved,
    /// Solved after a hint that was not the answer.
    WithHint,
    /// Not solved, or only after the answer was shown.
    Missed,
}

/// Answer history of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Index of the box, from 0.
    #[serde(rename = "box", deserialize_with = "a_box")]
    place: u8,
    /// First day on which the question is due.
    due: Day,
    /// Day of the last answer.
    last: Day,
    asked: u32,
    solved: u32,
    /// Unknown fields, which are preserved.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

fn a_box<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let place = u8::deserialize(deserializer)?;
    let last = BOXES - 1;
    let is_one = usize::from(place) <= last;
    is_one.then_some(place).ok_or_else(|| D::Error::custom(format!("boxes are 0 to {last}")))
}

impl Card {
    /// Creates a card at the first answer.
    pub fn new(answered: Answered, today: Day) -> Self {
        let mut card =
            Self { place: 0, due: today, last: today, asked: 0, solved: 0, rest: Map::new() };
        card.answer(answered, today);
        card
    }

    /// Records an answer. A solved question moves to the next box, a missed one to the first box;
    /// with a hint, the box stays the same.
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

    /// Index of the box, from 0.
    pub fn place(&self) -> u8 {
        self.place
    }

    /// First day on which the question is due.
    pub fn due(&self) -> Day {
        self.due
    }

    /// Number of times the question was asked, and of times it was solved with or without a hint.
    pub fn counts(&self) -> [u32; 2] {
        [self.asked, self.solved]
    }
}
