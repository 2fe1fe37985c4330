//! Players, bots, and the duels that measure them.

mod bots;
mod contestant;
mod duel;
mod engine;
mod game;
mod player;
mod statistics;

pub use bots::{Bot, Gnubg, Ubgi, UbgiCommand, UnknownBot};
pub use contestant::{Contestant, InvalidContestant};
pub use duel::{Duel, DuelResult, Wins};
pub use engine::{CubePolicy, Engine};
pub use game::{Players, Shown, play_game};
pub use player::{Player, PlayerError, Turn};
pub use statistics::{Mean, mean};
