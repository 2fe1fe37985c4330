//! Quiz on a player's own mistakes: selection, spaced repetition, and grading.
//!
//! [`collect_questions`] collects mistakes from analyzed matches. A [`Deck`] stores how each was answered
//! and on which [`Day`] it is due again. [`Question::grade`] evaluates an answer as the report
//! does.

mod agenda;
mod day;
mod deck;
mod grade;
mod question;
mod spacing;

pub use agenda::{Agenda, plan_agenda};
pub use day::{Day, InvalidDay};
pub use deck::{BadDeck, Cards, Deck, FORMAT};
pub use grade::{Answer, NoAnswer};
pub use question::{Question, collect_questions, mistakes_by_player};
pub use spacing::{Answered, BOXES, Card, DAYS};
