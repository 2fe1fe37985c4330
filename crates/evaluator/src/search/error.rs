//! Error of situations that cannot be evaluated.

use crate::cube::InvalidStakes;
use sheshbesh_movegen::{Game, codes};

/// Error: a situation cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// The network's inputs do not describe positions of this game.
    #[error("a network trained for {learned} cannot evaluate {game}")]
    OtherRules {
        /// Game that the network learned.
        learned: Game,
        /// Game of the situation.
        game: Game,
    },
    /// The stakes are invalid.
    #[error(transparent)]
    Stakes(#[from] InvalidStakes),
}

codes! {
    EvaluationError {
        Self::OtherRules { learned, game } => "evaluation.other-rules" { learned, game },
    } transparent {
        Self::Stakes(error) => error,
    }
}
