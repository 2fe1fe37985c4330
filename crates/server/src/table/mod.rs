//! Game state owned by the client; the server keeps none.

mod action;
mod level;
mod names;
mod rules;
mod server_dice;
mod session;
mod state;
mod turn;

pub(crate) use action::{Action, Did};
pub(crate) use level::Level;
pub(crate) use names::Both;
pub(crate) use rules::Beginning;
pub(crate) use server_dice::Chance;
pub(crate) use session::Session;
pub(crate) use state::State;
pub(crate) use turn::Turn;
