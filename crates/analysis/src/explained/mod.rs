//! Why a play is better than another, as arithmetic of the engine and as what is literally different.
//!
//! A difference of two verdicts is a sum over outcomes ([`OutcomeSplit`]) and a mean over the
//! opponent's rolls ([`RollSplit`]). What else is told is counted on the boards ([`board_facts`]) and
//! on those after the opponent's best replies ([`Hits`]), without saying that it is the cause.

mod board;
mod document;
mod explain;
mod hits;
mod outcomes;
mod rolls;
mod words;

pub use board::{BoardFact, Counted, FACTS, FactKind, FactRow, board_facts};
pub use document::{AtDepth, CLOSE, ExplainedPlay, Explanation};
pub use explain::{CannotExplain, explain};
pub use hits::Hits;
pub use outcomes::{OutcomeKind, OutcomePart, OutcomeSplit};
pub use rolls::{DieShare, RollDifference, RollSplit};
