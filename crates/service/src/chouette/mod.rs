//! Chouettes: one player, the box, against a team of people and engines. The client owns the state,
//! as that of a [session](crate::table).

mod action;
mod beginning;
mod engine;
mod error;
mod session;
mod state;
mod turn;

#[cfg(test)]
mod tests;

pub(crate) use action::Action;
pub(crate) use beginning::Beginning;
pub(crate) use engine::Advice;
pub(crate) use error::ChouetteTableError;
pub(crate) use session::Session;
pub(crate) use state::State;
pub(crate) use turn::Turn;
