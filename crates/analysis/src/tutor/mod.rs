//! Help for somebody who plays: a warning before a mistake is final, hints step by step, and what was
//! decided at first beside what was played in the end.
//!
//! Everything is said of a [`Decision`](crate::judged::Decision), as
//! [`Judge::decision`](crate::judged::Judge::decision) gives it: warning, hints and summary are of one
//! verdict.

mod attempts;
mod cube_hints;
mod hint;
mod play_hints;
mod warning;

pub use attempts::{Attempts, Summary};
pub use cube_hints::{cube_answer, cube_chances, cube_windows};
pub use hint::{STEPS, explanation, hint};
pub use play_hints::{candidates, what_moves};
pub use warning::{loss_in_words, warning};
