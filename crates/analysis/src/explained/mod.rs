//! Why a play is better than another, and what there is to say of a cube decision, as arithmetic of the engine and as what is literally different.
//!
//! A difference of two verdicts is a sum over outcomes ([`OutcomeSplit`]) and a mean over the
//! opponent's rolls ([`RollSplit`]). What else is told is counted on the boards ([`board_facts`]) and
//! on those after the opponent's best replies ([`Hits`]), without saying that it is the cause.

mod board;
mod close;
mod contexts;
mod cube;
mod cube_document;
mod cube_words;
mod document;
mod error;
mod explain;
mod hits;
mod listed;
mod market;
mod outcomes;
mod rolls;
mod words;

pub use board::{BoardFact, Counted, FACTS, FactKind, FactRow, board_facts};
pub use close::CLOSE;
pub use contexts::{Context, InContext};
pub use cube::explain_cube;
pub use cube_document::{CubeAtDepth, CubeExplanation, SEQUENCES, WrongAnswers};
pub use document::{AtDepth, ExplainedPlay, Explanation};
pub use error::CannotExplain;
pub use explain::{compared, explain};
pub use hits::Hits;
pub use listed::capitalized;
pub(crate) use listed::{listed, wrapped};
pub use outcomes::{OutcomeKind, OutcomePart, OutcomeSplit};
pub use rolls::{DieShare, RollDifference, RollSplit};
