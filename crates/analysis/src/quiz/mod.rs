//! A quiz of somebody's own mistakes: what to ask, when to ask it again, and what an answer loses.
//!
//! [`questions`] takes mistakes from judged matches, a [`Deck`] remembers how each was answered and on
//! which [`Day`] it comes back, and [`Question::grade`] judges an answer as the report does.

mod agenda;
mod day;
mod deck;
mod grade;
mod questions;
mod spacing;

pub use agenda::{Agenda, agenda};
pub use day::{Day, InvalidDay};
pub use deck::{BadDeck, Cards, Deck, FORMAT};
pub use grade::{Answer, NoAnswer};
pub use questions::{Question, mistakes_by_player, questions};
pub use spacing::{Answered, BOXES, Card, DAYS};
