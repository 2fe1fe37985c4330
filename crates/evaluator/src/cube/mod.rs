//! The doubling cube: cubeful values and cube decisions.
//!
//! The network evaluates cubeless outcomes. Their value with a cube follows from Rick Janowski's
//! model (*Take-Points in Money Games*, 1993), which interpolates between a dead cube, which is
//! never turned again, and a live one, which is always turned at the best moment. [`CubeModel`]
//! holds the rules and the stakes, and computes the value of outcomes for every state of the cube.
//! [`CubeDecision`] has the values of all cube actions, from which the best one follows.

#[cfg(test)]
mod bounds;
mod decision;
mod efficiency;
mod ends;
mod equities;
mod met;
mod model;
mod points;
#[cfg(test)]
mod recursion;
mod reply;
mod root_side;
#[cfg(test)]
mod tests;

pub use crate::ties::exceeds;
pub(crate) use decision::NodeValue;
pub use decision::{ActionValues, CubeAction, CubeDecision, allows_beaver};
pub use efficiency::{Efficiency, Phase, Places, Share, Spread};
pub use equities::{CubeEquities, DoublingEquities};
pub use met::{
    GameRates, InvalidRates, InvalidTable, LONGEST_MATCH, MatchEquities, MatchEquityTable,
};
pub use model::{CubeModel, InvalidStakes, Scale};
pub(crate) use model::{CubeState, CubeValues, Levels};
pub use points::CubePoints;
pub use reply::{Reply, ReplyDecision};
pub(crate) use root_side::RootSide;
