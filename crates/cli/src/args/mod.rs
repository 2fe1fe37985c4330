//! Arguments shared by several commands.

mod analyzer;
mod options;
mod rules;
mod scores;

pub use analyzer::{Judging, loss};
pub use options::{
    CacheFolder, CubeUse, GameOption, Networks, Ply, QuestionPly, Search, Table, Weights,
    note_other_game, note_scoring, tables,
};
pub use rules::AtTable;
pub use scores::{Scores, ask_everywhere};
