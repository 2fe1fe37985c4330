//! Answers as text for a terminal of 80 columns: tables and sentences to print below the board.

#[macro_use]
mod push;

mod bearoff;
mod chances;
mod cube;
mod cube_plays;
mod cube_scores;
mod evaluation;
mod grid;
mod head;
mod hypergammon;
mod level;
mod play_scores;
mod plays;
mod points;
mod probabilities;
mod race;
mod reply;
mod rollout;
mod scores;
mod stakes;

pub use cube::cube_options;
pub use plays::play_table;
pub use probabilities::wins_and_losses;
pub use rollout::{estimate_words, rollout_table};
pub use stakes::stakes_words;
