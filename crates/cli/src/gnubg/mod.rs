//! The commands of GNU Backgammon's command line that programs script, answered by this engine.
//!
//! Commands and the layout of answers follow GNU Backgammon's manual and the output of version
//! 1.07, so that programs which parse that output can use this engine. GNU Backgammon counts plies
//! from 0: its 2-ply is the 3-ply of all other parts of this program.

mod board;
mod cube;
mod error;
mod export;
mod file;
mod hint;
mod keyword;
mod loaded_match;
mod options;
mod session;
mod set;
mod show;
mod statistics;
#[cfg(test)]
mod tests;
mod value;

pub use session::{Flow, Session};
pub use show::version;
