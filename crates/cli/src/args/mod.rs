//! Arguments shared by several commands.

mod analyzer;
mod engine;
mod position;
mod rules;
mod scores;
mod search;
mod skill;
mod stakes;
mod tables;
mod weights;

pub use analyzer::{AnalyzerSettings, parse_loss};
pub use engine::open_engine;
pub use position::GameOption;
pub use rules::RulesArgs;
pub use scores::{Scores, ask_everywhere};
pub use search::{CubeUse, Ply, QueryPly, Search};
pub use skill::SkillOption;
pub use stakes::{StakesArgs, note_scoring, read_equities, scoring_help};
pub use tables::{CacheFolder, open_tables};
pub use weights::{Networks, Weights, note_other_game};
