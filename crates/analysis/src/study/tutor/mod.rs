//! Tutor for a player: warnings before a mistake is final, stepwise hints, and statistics of first
//! attempts beside the actions played.
//!
//! All functions use a [`Decision`](crate::match_analysis::Decision) from
//! [`MatchAnalyzer::decision`](crate::match_analysis::MatchAnalyzer::decision), so warnings, hints and summary are
//! consistent.

mod attempts;
mod cube_hints;
mod hint;
mod play_hints;
mod warning;

pub use attempts::{Attempts, Summary};
pub use cube_hints::{cube_answer, cube_chances, cube_windows};
pub use hint::{STEPS, explain_decision, explanation, hint};
pub use play_hints::{candidates, what_moves};
pub use warning::{loss_in_words, warning};
