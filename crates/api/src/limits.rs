//! Limits of all surfaces: the command line, UBGI, HTTP, C and Python.

use sheshbesh_evaluator::{Depth, EvaluationLevel, RolloutLevel};
use sheshbesh_movegen::Session;

/// Maximum match length in points.
pub const MATCH_LENGTH: u16 = Session::MAX_LENGTH;

/// Maximum length, in points, of a match at all of whose scores a question is answered.
pub const SCORES_LENGTH: u16 = 25;

/// Maximum number of automatic doubles.
pub const AUTOMATIC_DOUBLES: u8 = Session::MAX_AUTOMATIC_DOUBLES;

/// Maximum size of a match file in a request, in bytes.
pub const MATCH_FILE: usize = 4 << 20;

/// Maximum number of threads.
pub const THREADS: u16 = 1024;

/// Maximum size of the evaluation cache in MB.
pub const CACHE_MB: u32 = 1 << 16;

/// Default size of the evaluation cache in MB.
pub const DEFAULT_CACHE_MB: u32 = 64;

/// Maximum number of plies before the games of a rollout are truncated.
pub const ROLLOUT_PLIES: u32 = 1000;

/// Maximum search depth of both sides in a rollout.
pub const ROLLOUT_DEPTH: Depth = Depth::THREE;

/// Limits that differ between surfaces: a user may wait for a command as long as they like, but a
/// request must not occupy a shared engine for hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of games of each position in a rollout.
    pub rollout_games: u64,
    /// Maximum number of plays in a rollout.
    pub rollout_plays: u16,
    /// Maximum evaluation level at every score of a match.
    pub scores_level: EvaluationLevel,
}

impl Limits {
    /// Limits of the command line.
    pub const COMMANDS: Self = Self {
        rollout_games: 10_000_000,
        rollout_plays: 1000,
        scores_level: EvaluationLevel::Rollout(RolloutLevel::Three),
    };

    /// Limits of requests over HTTP, from C and from Python. At hundreds of scores, a deeper search
    /// takes minutes.
    pub const REQUESTS: Self = Self {
        rollout_games: 100_000,
        rollout_plays: 50,
        scores_level: EvaluationLevel::Search(Depth::THREE),
    };
}
