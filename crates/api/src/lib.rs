#![doc = include_str!("../README.md")]

pub mod answers;
mod best;
mod board;
mod chances;
mod cube;
mod dispatch;
mod engines;
mod error;
mod evaluate;
pub mod json;
pub mod limits;
pub mod outcomes;
mod position;
mod position_query;
mod request_error;
mod rollout;
mod scores;
pub mod stakes;
pub mod stopping_rule;
pub mod text;
mod tree;

pub use best::{BestRequest, ExplainRequest, ExplainTarget};
pub use board::{Board, PositionInput};
pub use chances::WrittenChances;
pub use cube::{CubeDecision, CubeRequest};
pub use dispatch::dispatch;
pub use engines::Engines;
pub use error::{QueryError, QueryErrorKind};
pub use evaluate::EvaluateRequest;
pub use position::{CubeAt, Described, End, PositionRequest, Sides};
pub use request_error::{QUERIES, RequestError};
pub use rollout::{RolloutQuery, RolloutRequest};
pub use scores::{Scores, ScoresRequest};
pub use tree::{Node, PlaysRequest, Step, Tree};
