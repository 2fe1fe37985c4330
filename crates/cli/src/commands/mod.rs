//! The commands, one module each.

mod analyze;
mod bearoff;
mod benchmark;
mod best;
mod completions;
mod convert;
mod cube;
mod dice;
mod drill;
mod duel;
mod ensemble;
mod evaluate;
mod external;
mod hypergammon;
mod labels;
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
mod met;
mod openings;
mod perft;
mod play;
mod quiz;
mod rollout;
mod serve;
mod show;
mod train;
mod ubgi;

pub use analyze::Analyze;
pub use bearoff::Bearoff;
pub use benchmark::Benchmark;
pub use best::Best;
pub use completions::Completions;
pub use convert::Convert;
pub use cube::CubeCommand;
pub use dice::DiceCommand;
pub use drill::Drill;
pub use duel::DuelCommand;
pub use ensemble::Ensemble;
pub use evaluate::Evaluate;
pub use external::External;
pub use hypergammon::Hypergammon;
pub use labels::Labels;
pub use manual::Manual;
#[cfg(feature = "mcp")]
pub use mcp::Mcp;
pub use met::Met;
pub use openings::Openings;
pub use perft::Perft;
pub use play::Play;
pub use quiz::Quiz;
pub use rollout::RolloutCommand;
pub use serve::Serve;
pub use show::Show;
pub use train::Train;
pub use ubgi::Ubgi;
