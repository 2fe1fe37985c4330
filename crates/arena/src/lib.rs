//! Players, bots, and the duels that measure them.

mod bots;
mod contestant;
mod cube_game;
mod duel;
mod engine;
mod player;
mod statistics;

pub use bots::{Bot, Gnubg, UnknownBot};
pub use contestant::{Contestant, InvalidContestant};
pub use cube_game::{CubeRules, CubeTable, Played, Session};
pub use duel::{CubeDuelResult, Duel, DuelResult, Wins};
pub use engine::{CubePolicy, Engine};
pub use player::{Answer, Player, PlayerError, Turn};
pub use sheshbesh_evaluator::random;
pub use statistics::{Mean, mean};
