//! Answers of the `shesh` commands about positions, with their JSON forms.
//!
//! Every answer begins with a [`Head`], which names the engine and the position. Equities are in
//! points per game at the present cube. In a match, winning and losing a single game are +1 and −1,
//! and `mwc` is the match winning chance, 0 to 1. [`text`](crate::text) formats answers for people.

mod bearoff;
mod chances;
mod cube;
mod cube_plays;
mod cube_scores;
mod evaluation;
mod head;
mod hypergammon;
mod play;
mod play_scores;
mod plays;
mod points;
mod race;
mod reply;
mod rollout;
mod scores;

pub use bearoff::{BearoffAnswer, CubefulEquities, ExactDecision, ExactEquities};
pub use chances::{ChancesAnswer, GivenChances};
pub use cube::{CubeAnswer, CubeChances, CubeFigures, CubeQueryError, CubeWindows, check_cube};
pub(crate) use cube_plays::CubePlaysError;
pub use cube_plays::{CubeOwner, CubePlay};
pub use cube_scores::{CubeAdvice, CubeAtScore, CubeScores};
pub use evaluation::Evaluation;
pub use head::Head;
pub use hypergammon::HypergammonAnswer;
pub use play::{Play, UnwritablePlayError, describe_plays};
pub use play_scores::{BestPlay, LetteredPlay, PlayAtScore, PlayScores};
pub use plays::BestPlays;
pub use points::{PointColumns, Points};
pub use race::{Race, RaceCount, Runner};
pub use reply::{CubeReplies, ReplyChances};
pub(crate) use rollout::error_in_points;
pub use rollout::{RolledOut, Rollout, RolloutCandidates};
pub use scores::{ImpossibleCubeError, Score, ScoresError, for_money};
