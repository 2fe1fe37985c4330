//! Opening theory: rollouts of the first rolls of a game, and of replies to them.
//!
//! [`Plan`] lists the questions, [`OpeningSettings::roll_out`] answers one, and [`OpeningsFile`]
//! stores the answers, a line each, so that a run can be resumed.

mod file;
mod plan;
mod question;
mod rollout;
mod score;
mod shipped;

pub use file::{Header, InvalidOpenings, OpeningsFile};
pub use plan::Plan;
pub use question::{FirstPlay, OpeningQuestion};
pub use rollout::{Opening, OpeningPlay, OpeningSettings};
pub use score::{OpeningScore, UnknownOpeningScore};
