//! Explanations of plays and cube decisions, from the engine's numbers and from literal differences
//! between boards.
//!
//! An equity difference is a sum over outcomes ([`OutcomeSplit`]) and a mean over the opponent's
//! rolls ([`RollSplit`]). Other facts are counted on the boards ([`board_facts`]) and on the boards
//! after the opponent's best replies ([`Hits`]), without a claim that they are the cause.

mod board;
mod close;
mod contexts;
mod cube;
mod cube_chances;
mod cube_document;
mod cube_reasons;
mod cube_words;
mod document;
mod error;
mod hits;
mod market;
mod outcomes;
mod play;
mod rolls;
mod wording;
mod words;

pub use board::{BoardFact, Counted, FACTS, FactKind, FactRow, board_facts};
pub use close::CLOSE;
pub use contexts::{Context, InContext};
pub use cube::explain_cube;
pub use cube_chances::{ChancesExplanation, explain_chances};
pub use cube_document::{CubeAtDepth, CubeExplanation, SEQUENCES, WrongAnswers};
pub use cube_reasons::{BothSides, CubeReasons, TakePoint};
pub use document::{AtDepth, ExplainedPlay, Explanation};
pub use error::ExplainError;
pub use hits::Hits;
pub use market::MarketRoll;
pub use outcomes::{OutcomeKind, OutcomePart, OutcomeSplit};
pub use play::{compared, explain};
pub use rolls::{DieShare, RollDifference, RollSplit};
pub use wording::capitalized;
pub(crate) use wording::wrapped;
