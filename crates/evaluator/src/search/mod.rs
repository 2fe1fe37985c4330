//! Evaluation at 1-ply, search, and ranking of plays.

#[cfg(test)]
mod bounds;
mod cache;
mod cube_decision;
mod distinct;
#[cfg(test)]
mod ensembles;
mod error;
pub mod filter;
mod networks;
mod ranking;
mod recursion;
mod replies;
mod rolls;
mod settings;
mod stages;
mod static_evaluator;

pub use cache::EvaluationCache;
pub(crate) use cube_decision::decide_cube;
pub use error::EvaluationError;
pub(crate) use networks::{GameNetwork, Networks};
pub use ranking::RankedPlay;
pub(crate) use ranking::{Aim, Ranker};
pub(crate) use recursion::Search;
pub use rolls::RollAnswered;
pub(crate) use rolls::{answers, luck_values, reply_outcomes, roll_values};
pub use settings::Settings;
