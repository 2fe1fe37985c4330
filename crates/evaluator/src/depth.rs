//! Search depth.

use sheshbesh_movegen::{codes, quoted};
use std::{fmt, str::FromStr};

/// Search depth in plies, from 1 to 4.
///
/// 1-ply is the network's evaluation alone. 2-ply is the mean over the 21 rolls after the best
/// reply to each, and so on. Plies are counted as by Tesauro and eXtreme Gammon; GNU Backgammon
/// counts one less.
///
/// ```
/// use sheshbesh_evaluator::Depth;
/// assert_eq!(Depth::new(2), Some(Depth::TWO));
/// assert_eq!("3".parse(), Ok(Depth::THREE));
/// assert!("5".parse::<Depth>().is_err() && Depth::new(0).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u32);

impl Depth {
    /// 1-ply: the network's evaluation.
    pub const ONE: Self = Self(1);
    /// 2-ply: the mean over all rolls, each after its best reply.
    pub const TWO: Self = Self(2);
    /// 3-ply: the mean over all rolls of 2-ply evaluations.
    pub const THREE: Self = Self(3);
    /// Maximum depth.
    pub const DEEPEST: Self = Self(4);

    /// Creates a depth; `None` if `plies` is out of range.
    pub const fn new(plies: u32) -> Option<Self> {
        if plies >= Self::ONE.0 && plies <= Self::DEEPEST.0 { Some(Self(plies)) } else { None }
    }

    /// Number of plies.
    pub const fn plies(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Error: the text is not a supported depth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid number of plies {text}: use {least} to {most}", text = quoted(.0), least = Depth::ONE, most = Depth::DEEPEST)]
pub struct InvalidDepth(pub String);

codes! {
    InvalidDepth {
        Self(text) => "unknown.depth" {
            text, least = Depth::ONE.plies(), most = Depth::DEEPEST.plies(),
        },
    }
}

impl FromStr for Depth {
    type Err = InvalidDepth;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let depth = text.parse().ok().and_then(Self::new);
        depth.ok_or_else(|| InvalidDepth(text.to_owned()))
    }
}
