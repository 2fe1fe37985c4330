#![doc = include_str!("../README.md")]

mod asking;
mod best;
mod by_name;
mod chances;
mod cube;
mod engines;
mod evaluate;
pub mod json;
mod position;
mod refusal;
mod rollout;
mod scores;
mod tree;
mod written;

pub use best::{BestRequest, ExplainRequest, ToExplain};
pub use by_name::{QUESTIONS, ask};
pub use chances::WrittenChances;
pub use cube::{CubeDecision, CubeRequest};
pub use engines::Engines;
pub use evaluate::EvaluateRequest;
pub use position::{CubeAt, Described, End, PositionRequest, Sides};
pub use refusal::{QueryError, RefusalKind};
pub use rollout::{RolloutQuestion, RolloutRequest};
pub use scores::{Scores, ScoresRequest};
pub use tree::{Node, PlaysRequest, Step, Tree};
pub use written::{Board, Written};
