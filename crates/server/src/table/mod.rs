//! Game state owned by the client; the server keeps none.

mod action;
mod chance;
mod level;
mod names;
mod rules;
mod session;
mod state;
mod turn;

pub(crate) use action::{Action, Did};
pub(crate) use chance::Chance;
pub(crate) use level::Level;
pub(crate) use names::Both;
pub(crate) use rules::Beginning;
pub(crate) use session::Session;
pub(crate) use state::State;
pub(crate) use turn::Turn;
