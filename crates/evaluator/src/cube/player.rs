//! Who is who in the course of a search.

use sheshbesh_network::Outcomes;
use std::ops::{Index, IndexMut, Not};

/// One of two players, whoever is on roll: **A** is on roll where a search begins, **B** is the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Player {
    A,
    B,
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl Player {
    /// What is worth so much to A, as points are worth to this player; and the other way round.
    pub(crate) fn points(self, of_a: f32) -> f32 {
        match self {
            Self::A => of_a,
            Self::B => -of_a,
        }
    }

    /// A's outcomes, from those of this player; and the other way round.
    pub(crate) const fn outcomes(self, outcomes: Outcomes) -> Outcomes {
        match self {
            Self::A => outcomes,
            Self::B => outcomes.swapped(),
        }
    }
}

/// One thing of each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByPlayer<T> {
    pub(crate) a: T,
    pub(crate) b: T,
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::A => &self.a,
            Player::B => &self.b,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::A => &mut self.a,
            Player::B => &mut self.b,
        }
    }
}
