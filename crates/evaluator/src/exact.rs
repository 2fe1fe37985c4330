//! What exact tables say of money games: equities for each place of the cube, and what to do with it.

use crate::ties::exceeds;

/// Equities of one position in points per game at the present stakes, for the player on roll
/// before the cube is considered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubeEquities {
    /// Played without a cube.
    pub cubeless: f32,
    /// The cube is centred.
    pub centred: f32,
    /// The player on roll owns it.
    pub owned: f32,
    /// The opponent owns it.
    pub opponents: f32,
}

/// What the player on roll can do with a cube that may be turned, in points per game at the present
/// stakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// Rolling on.
    pub no_double: f32,
    /// Doubling, when the opponent takes.
    pub double_take: f32,
}

impl CubeDecision {
    /// Doubling, when the opponent passes.
    pub const DOUBLE_PASS: f32 = 1.0;

    /// Whether doubling is at least as good as rolling on, see [`exceeds`].
    pub fn doubles(&self) -> bool {
        !exceeds(self.no_double, self.double_take.min(Self::DOUBLE_PASS))
    }

    /// Whether the opponent should take, see [`exceeds`].
    pub fn takes(&self) -> bool {
        !exceeds(self.double_take, Self::DOUBLE_PASS)
    }
}
