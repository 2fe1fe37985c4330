//! Equities and cube decisions that exact tables give for money games.

use crate::ties::exceeds;

/// Equities of one position, in points per game at the present stakes, for the player on roll
/// before any cube action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubeEquities {
    /// Equity without a cube.
    pub cubeless: f32,
    /// Equity with a centred cube.
    pub centred: f32,
    /// Equity if the player on roll owns the cube.
    pub owned: f32,
    /// Equity if the opponent owns the cube.
    pub opponents: f32,
}

/// Values of the player on roll's cube actions, in points per game at the present stakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoublingEquities {
    /// Equity of rolling without doubling.
    pub no_double: f32,
    /// Equity of doubling if the opponent takes.
    pub double_take: f32,
}

impl DoublingEquities {
    /// Equity of doubling if the opponent passes.
    pub const DOUBLE_PASS: f32 = 1.0;

    /// True if doubling is at least as good as not doubling; see [`exceeds`].
    pub fn doubles(&self) -> bool {
        !exceeds(self.no_double, self.double_take.min(Self::DOUBLE_PASS))
    }

    /// True if the opponent should take; see [`exceeds`].
    pub fn takes(&self) -> bool {
        !exceeds(self.double_take, Self::DOUBLE_PASS)
    }
}
