//! Learning: drills, a quiz with spaced repetition on own mistakes, and a tutor during play.

pub mod drill;
pub mod quiz;
pub mod tutor;
