//! Game state owned by the client; the server keeps none.

mod action;
mod error;
mod level;
mod names;
mod rules;
mod server_dice;
mod session;
mod shown_cube;
mod state;
mod turn;

pub(crate) use action::{Action, GameEvent, Step, list_steps, read_play};
pub(crate) use error::TableError;
pub(crate) use level::Level;
pub(crate) use names::PerSeat;
pub(crate) use rules::Beginning;
pub(crate) use server_dice::ServerDice;
pub(crate) use session::Session;
pub(crate) use shown_cube::ShownCube;
pub(crate) use state::State;
pub(crate) use turn::Turn;
