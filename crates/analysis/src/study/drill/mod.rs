//! Drills: questions without a match, each with an answer that can be measured.
//!
//! A [`Question`] follows from its [`Topic`], a seed and a number, so that every surface asks the same
//! questions. Numbers come from exact tables; decisions are evaluated like those of a match.

mod asked;
mod grade;
mod journal;
mod kind;
mod median;
mod opening;
mod position;
mod question;
mod tally;
mod topic;

pub use asked::{Asked, Quantity};
pub use grade::{DrillError, Graded};
pub use journal::{BadJournal, Journal, MOST_SESSIONS, Recent, Session};
pub use kind::{Kind, UnknownDrill};
pub use question::Question;
pub use tally::Tally;
pub use topic::{Topic, UnfitDrill};
