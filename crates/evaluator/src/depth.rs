//! How far a search looks ahead.

use sheshbesh_movegen::quoted;
use std::{fmt, str::FromStr};

/// A number of plies to look ahead, from 1 to 4.
///
/// 1-ply is the network's verdict alone, 2-ply the mean over the 21 rolls after the best reply to
/// each, and so on, as Tesauro and eXtreme Gammon count; GNU Backgammon counts one less.
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
    /// The network's verdict.
    pub const ONE: Self = Self(1);
    /// All replies to it.
    pub const TWO: Self = Self(2);
    /// And all replies to these.
    pub const THREE: Self = Self(3);
    /// As deep as anybody has the patience for.
    pub const DEEPEST: Self = Self(4);

    /// So many plies; `None` where that is too few or too many.
    pub const fn new(plies: u32) -> Option<Self> {
        if plies >= Self::ONE.0 && plies <= Self::DEEPEST.0 { Some(Self(plies)) } else { None }
    }

    /// How many plies.
    pub const fn plies(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A depth that nobody searches to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} is no number of plies from {least} to {most}", text = quoted(.0), least = Depth::ONE, most = Depth::DEEPEST)]
pub struct InvalidDepth(pub String);

impl FromStr for Depth {
    type Err = InvalidDepth;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let depth = text.parse().ok().and_then(Self::new);
        depth.ok_or_else(|| InvalidDepth(text.to_owned()))
    }
}
