//! Queries as typed values: the single implementation below every interface.
//!
//! The command line builds queries from its arguments; HTTP, C and Python from JSON requests such
//! as [`BestRequest`](crate::BestRequest). A constructor validates, and `answer` searches with an
//! [`Engine`](sheshbesh_evaluator::Engine) and returns one of the [`answers`](crate::answers).

mod best;
mod cube;
mod evaluate;
mod evaluate_all;
mod picture;
mod rollout;
mod scores;
mod subject;

pub use best::BestQuery;
pub use cube::CubeQuery;
pub use evaluate::EvaluateQuery;
pub use evaluate_all::EvaluateAllQuery;
pub use picture::PictureQuery;
pub use rollout::{RolloutOptions, RolloutProgress, RolloutQuery};
pub use scores::{Scores, ScoresQuery};
pub use subject::SearchOptions;
