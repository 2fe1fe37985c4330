//! Identity of the players in a search.

use sheshbesh_network::Outcomes;
use std::ops::{Index, IndexMut, Not};

/// A player, independent of the turn: **A** is on roll at the root of a search, **B** is the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RootSide {
    A,
    B,
}

impl Not for RootSide {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl RootSide {
    /// Converts A's points to this player's points, and the other way round.
    pub(crate) fn points(self, of_a: f32) -> f32 {
        match self {
            Self::A => of_a,
            Self::B => -of_a,
        }
    }

    /// Converts this player's outcomes to A's, and the other way round.
    pub(crate) const fn outcomes(self, outcomes: Outcomes) -> Outcomes {
        match self {
            Self::A => outcomes,
            Self::B => outcomes.swapped(),
        }
    }
}

/// A value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ByPlayer<T> {
    pub(crate) a: T,
    pub(crate) b: T,
}

impl<T> Index<RootSide> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: RootSide) -> &T {
        match player {
            RootSide::A => &self.a,
            RootSide::B => &self.b,
        }
    }
}

impl<T> IndexMut<RootSide> for ByPlayer<T> {
    fn index_mut(&mut self, player: RootSide) -> &mut T {
        match player {
            RootSide::A => &mut self.a,
            RootSide::B => &mut self.b,
        }
    }
}
