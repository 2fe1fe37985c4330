//! Answers of the `shesh` commands about positions, as JSON for programs and as text for people.
//!
//! Every answer begins with a [`Head`], which names the engine and the position. Equities are in
//! points per game at the present cube. In a match, winning and losing a single game are +1 and −1,
//! and `mwc` is the match winning chance, 0 to 1.

mod bearoff;
mod chances;
mod cube;
mod cube_scores;
mod enough;
mod evaluation;
mod grid;
mod head;
mod hypergammon;
mod notes;
mod play_scores;
mod plays;
mod points;
mod probabilities;
mod race;
mod reply;
mod rollout;
mod scores;
mod stakes;

pub use bearoff::{BearoffAnswer, ExactDecision, ExactEquities};
pub use chances::{ChancesAnswer, GivenChances};
pub(crate) use cube::dead_cube_windows;
pub use cube::{
    CannotAskCube, CubeAnswer, CubeChances, CubeFigures, CubeWindows, check_cube, cube_options,
    cube_words,
};
pub use cube_scores::{CubeAdvice, CubeAtScore, CubeScores};
pub use enough::{NeverEnough, enough};
pub use evaluation::Evaluation;
pub use head::{EngineId, Head, lookup_words};
pub use hypergammon::HypergammonAnswer;
pub use notes::{looked_up, notes, other_game, scores as scores_note, untold};
pub use play_scores::{BestPlay, LetteredPlay, PlayAtScore, PlayScores};
pub use plays::{BestPlays, Play, Unwritable, heading, play_table, plays};
pub use points::{PointColumns, Points};
#[cfg(feature = "openapi")]
pub(crate) use probabilities::Fields;
pub use probabilities::wins_and_losses;
pub use race::{Race, RaceCount, Runner};
pub use reply::{CubeReplies, ReplyChances};
pub use rollout::{Rivals, RolledOut, Rollout, estimate_words, rollout_table};
pub use scores::{CannotAskEverywhere, Score, TurnedAndCentred, for_money};
pub use stakes::stakes_words;

/// Message for `expect`: writing to a `String` cannot fail.
const STRING: &str = "writing into a string";
