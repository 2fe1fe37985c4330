//! Learning from one's own mistakes: a quiz with spaced repetition, and a tutor during play.

pub mod quiz;
pub mod tutor;
