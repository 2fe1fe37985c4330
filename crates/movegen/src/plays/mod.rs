//! Plays: their generation, their sequences of steps, and the continuation of a game after them.

mod course;
mod generate;
mod perft;
mod sequences;
mod turn_tree;

pub use course::AfterPlay;
pub(crate) use course::is_limit_reached;
pub use generate::{Plays, generate_rolls};
pub use perft::perft;
pub(crate) use sequences::{Sequence, list_sequences, list_sequences_to};
pub use turn_tree::{TurnBoard, TurnStep, TurnTree};
