//! Players that err as people of a performance rating (PR) do.
//!
//! [`Skill`] is the rating. [`ErrorModel`] turns it into mistakes: it selects a play, a double or an
//! answer from the engine's equities. [`SkilledPlayer`] plays games with it.

mod error_model;
mod player;
mod rating;

pub use error_model::ErrorModel;
pub use player::SkilledPlayer;
pub use rating::{InvalidSkill, Skill};
