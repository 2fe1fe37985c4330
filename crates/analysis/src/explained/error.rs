//! Why something is not explained.

use sheshbesh_evaluator::{CannotJudge, Stopped};
use sheshbesh_movegen::Dice;

/// Why two plays, or a cube decision, cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotExplain {
    /// They lead to the same position.
    #[error("both are the same play")]
    SamePlay,
    /// One of them is no play of that roll there.
    #[error("a position comes of no play of {0}")]
    NoPlay(Dice),
    /// The situation cannot be judged.
    #[error(transparent)]
    CannotJudge(#[from] CannotJudge),
    /// Somebody said stop.
    #[error("the search was stopped")]
    Stopped(#[from] Stopped),
}
