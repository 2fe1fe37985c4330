//! Evaluation levels: search depths and truncated rollouts.

use crate::depth::Depth;
use sheshbesh_movegen::{codes, listed, named, quoted};
use std::{fmt, str::FromStr};

/// Evaluation level: a search to a depth, or a truncated rollout. Later ones are deeper.
///
/// ```
/// use sheshbesh_evaluator::{Depth, EvaluationLevel, RolloutLevel};
/// assert_eq!("3".parse(), Ok(EvaluationLevel::Search(Depth::THREE)));
/// assert_eq!("rollout1".parse(), Ok(EvaluationLevel::Rollout(RolloutLevel::One)));
/// assert!("rollout4".parse::<EvaluationLevel>().is_err());
/// assert!(EvaluationLevel::from(Depth::DEEPEST) < RolloutLevel::One.into());
/// ```
// As numbers of 32 bits, a level has no padding. The compiler may compare it as one number of 64 bits; padding in it would
// be memory without a value for Valgrind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum EvaluationLevel {
    /// Search to a depth.
    Search(Depth),
    /// Search, then truncated rollouts of the best plays.
    Rollout(RolloutLevel),
}

/// Truncated rollouts, from fast to thorough. Each plays a fixed number of games for a few plies
/// and evaluates the last position at 2-ply; see the [`rollout`](crate::rollout) module.
///
/// | name | games | plies | plays by | eXtreme Gammon's counterpart |
/// |---|---|---|---|---|
/// | `rollout1` | 72 | 5 | 1-ply | XG Roller |
/// | `rollout2` | 360 | 7 | 1-ply | XG Roller+ |
/// | `rollout3` | 360 | 7 | 2-ply | XG Roller++ |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum RolloutLevel {
    /// 72 games of 5 plies.
    One,
    /// 360 games of 7 plies.
    Two,
    /// 360 games of 7 plies, played at 2-ply.
    Three,
}

/// Result of a truncated rollout beside its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TruncatedRollout {
    /// Level of the rollout.
    pub level: RolloutLevel,
    /// Standard error of the value, in points per game at the present cube.
    pub standard_error: f32,
}

named!(RolloutLevel, InvalidLevel { One: "rollout1", Two: "rollout2", Three: "rollout3" });

impl RolloutLevel {
    /// Number of games of each position.
    pub const fn games(self) -> u64 {
        match self {
            Self::One => 72,
            Self::Two | Self::Three => 360,
        }
    }

    /// Number of plies after which games end with an evaluation.
    pub const fn plies(self) -> u32 {
        match self {
            Self::One => 5,
            Self::Two | Self::Three => 7,
        }
    }

    /// Search depth of both sides' plays.
    pub const fn play_depth(self) -> Depth {
        match self {
            Self::One | Self::Two => Depth::ONE,
            Self::Three => Depth::TWO,
        }
    }
}

impl EvaluationLevel {
    /// Depth of the search: that of the level, or the one that selects the plays to roll out.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, EvaluationLevel, RolloutLevel};
    /// assert_eq!(EvaluationLevel::from(RolloutLevel::Two).depth(), Depth::THREE);
    /// ```
    pub const fn depth(self) -> Depth {
        match self {
            Self::Search(depth) => depth,
            Self::Rollout(_) => Depth::THREE,
        }
    }

    /// The rollout, if the level has one.
    pub const fn rollout(self) -> Option<RolloutLevel> {
        match self {
            Self::Search(_) => None,
            Self::Rollout(level) => Some(level),
        }
    }
}

impl From<Depth> for EvaluationLevel {
    fn from(depth: Depth) -> Self {
        Self::Search(depth)
    }
}

impl From<RolloutLevel> for EvaluationLevel {
    fn from(level: RolloutLevel) -> Self {
        Self::Rollout(level)
    }
}

impl fmt::Display for EvaluationLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search(depth) => depth.fmt(f),
            Self::Rollout(level) => level.fmt(f),
        }
    }
}

/// Error: the text is neither a search depth nor the name of a truncated rollout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid ply {text}: use {least} to {most}, or {names}",
    text = quoted(.0),
    least = Depth::ONE,
    most = Depth::DEEPEST,
    names = listed(&RolloutLevel::ALL.map(RolloutLevel::name))
)]
pub struct InvalidLevel(pub String);

codes! {
    InvalidLevel {
        Self(text) => "unknown.level" {
            text, least = Depth::ONE.plies(), most = Depth::DEEPEST.plies(),
            known = listed(&RolloutLevel::ALL.map(RolloutLevel::name)),
        },
    }
}

impl FromStr for EvaluationLevel {
    type Err = InvalidLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(depth) => Ok(Self::Search(depth)),
            Err(_) => text.parse().map(Self::Rollout),
        }
    }
}
