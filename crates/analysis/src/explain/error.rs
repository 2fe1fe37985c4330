//! Errors of explanations.

use sheshbesh_evaluator::{EvaluationError, Stopped};
use sheshbesh_movegen::{Dice, codes};

/// Reasons for not explaining a comparison of plays or a cube decision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// Both plays lead to the same position.
    #[error("both are the same play")]
    SamePlay,
    /// A position is not the result of a legal play of the roll.
    #[error("a position is not the result of a play of {0}")]
    NoPlay(Dice),
    /// The situation cannot be evaluated.
    #[error(transparent)]
    EvaluationError(#[from] EvaluationError),
    /// The search was stopped.
    #[error("the search was stopped")]
    Stopped(#[from] Stopped),
}

codes! {
    ExplainError {
        Self::SamePlay => "explain.same-play",
        Self::NoPlay(dice) => "explain.no-play" { dice },
    } transparent {
        Self::EvaluationError(error) => error,
        Self::Stopped(error) => error,
    }
}
