//! The doubling cube: cubeful values and cube decisions.
//!
//! The network evaluates cubeless outcomes. Their value with a cube follows from Rick Janowski's
//! model (*Take-Points in Money Games*, 1993), which interpolates between a dead cube, which is
//! never turned again, and a live one, which is always turned at the best moment. [`CubeModel`]
//! holds the rules and the stakes, and computes the value of outcomes for every state of the cube.
//! [`CubeVerdict`] is the cube decision.

#[cfg(test)]
mod bounds;
mod efficiency;
mod ends;
mod equities;
mod met;
mod model;
mod player;
mod points;
#[cfg(test)]
mod recursion;
mod reply;
#[cfg(test)]
mod tests;
mod verdict;

pub use crate::ties::exceeds;
pub use efficiency::{Efficiency, Phase, Places, Share, Spread};
pub use equities::{CubeDecision, CubeEquities};
pub use met::{InvalidTable, LONGEST_MATCH, MatchEquityTable};
pub use model::{CubeModel, InvalidStakes, Scale};
pub(crate) use model::{CubeState, CubeValues, Levels};
pub(crate) use player::RootSide;
pub use points::CubePoints;
pub use reply::{Reply, ReplyVerdict};
pub(crate) use verdict::NodeValue;
pub use verdict::{ActionValues, CubeAction, CubeVerdict, allows_beaver};
