#![doc = include_str!("../README.md")]

mod bots;
mod chouette;
mod decide;
mod duel;
mod external;
mod frame_player;
mod game;
mod network_player;
mod pair;
mod player;
mod player_spec;
mod skill;
mod spectator;
mod statistics;

pub use bots::{Bot, Gnubg, Ubgi, UbgiCommand, UnknownBot};
pub use chouette::{ChouettePlay, ChouettePlayer};
pub use decide::decide;
pub use duel::{Duel, DuelResult, Wins};
pub use external::{ExternalError, answer_external};
pub use frame_player::FramePlayer;
pub use game::{Players, play_game};
pub use network_player::{CubePolicy, NetworkPlayer};
pub use player::{Player, PlayerError, Turn, Visibility};
pub use player_spec::{InvalidPlayerSpec, PlayerSpec};
pub use skill::{ErrorModel, InvalidSkill, Skill, SkilledPlayer};
pub use spectator::{Spectator, Transcript};
pub use statistics::{Mean, mean};
