//! Drills: questions without a match, each with an answer that can be measured.
//!
//! A [`Question`] follows from its [`Kind`], a seed and a number, so that every surface asks the same
//! questions. Numbers come from exact tables; decisions are evaluated like those of a match.

mod grade;
mod journal;
mod kind;
mod position;
mod question;

pub use grade::{DrillError, Graded};
pub use journal::{BadJournal, Journal, MOST_SESSIONS, Session};
pub use kind::{Kind, UnknownDrill};
pub use question::{Asked, Quantity, Question};
