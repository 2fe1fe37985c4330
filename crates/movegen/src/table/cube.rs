//! The doubling cube, and a cube that is raised.

use crate::board::Side;

/// The doubling cube.
///
/// ```
/// use sheshbesh_movegen::{Cube, Side};
/// let doubled = Cube::default().turned_to(Some(Side::Opponent)).expect("far from its limit");
/// assert_eq!((doubled.value(), doubled.owner()), (2, Some(Side::Opponent)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    exponent: u8,
    owner: Option<Side>,
    barred: Option<Side>,
    is_arithmetic: bool,
}

impl Cube {
    /// Maximum exponent of a cube value.
    pub const LARGEST_EXPONENT: u8 = 15;

    /// A cube with the value 2 to the power `exponent`; `None` beyond [`Cube::LARGEST_EXPONENT`].
    pub const fn new(exponent: u8, owner: Option<Side>) -> Option<Self> {
        if exponent > Self::LARGEST_EXPONENT {
            return None;
        }
        Some(Self { exponent, owner, barred: None, is_arithmetic: false })
    }

    /// A cube with a value; `None` if no cube shows it.
    pub const fn of_value(value: u32, owner: Option<Side>) -> Option<Self> {
        if !value.is_power_of_two() || value > 1 << Self::LARGEST_EXPONENT {
            return None;
        }
        Self::new(value.trailing_zeros() as u8, owner)
    }

    /// A cube that is raised by 1, by 2, by 3 and so on instead of being doubled; see
    /// [`HouseRules::arithmetic_raises`](crate::HouseRules).
    ///
    /// ```
    /// use sheshbesh_movegen::{Cube, Side};
    /// let stakes = (0..6).map(|raises| {
    ///     let owner = (raises > 0).then_some(Side::OnRoll);
    ///     Cube::arithmetic(raises, owner).map(Cube::value)
    /// });
    /// assert_eq!(stakes.collect::<Vec<_>>(), [1, 2, 4, 7, 11, 16].map(Some));
    /// ```
    pub const fn arithmetic(raises: u8, owner: Option<Side>) -> Option<Self> {
        match Self::new(raises, owner) {
            Some(cube) => Some(Self { is_arithmetic: true, ..cube }),
            None => None,
        }
    }

    /// A raised cube with a value; `None` if no such cube shows it.
    pub fn arithmetic_of_value(value: u32, owner: Option<Side>) -> Option<Self> {
        let mut cubes =
            (0..=Self::LARGEST_EXPONENT).filter_map(|raises| Self::arithmetic(raises, owner));
        cubes.find(|cube| cube.value() == value)
    }

    /// True if the cube is raised by 1, by 2, by 3 and so on, and not doubled.
    pub const fn is_arithmetic(self) -> bool {
        self.is_arithmetic
    }

    /// The stake that a player loses who passes the next turn of the cube: the value of the cube, or
    /// the stake at the start of the game if the cube is raised.
    pub const fn value_of_pass(self) -> u32 {
        if self.is_arithmetic { 1 } else { self.value() }
    }

    /// The number of turns: the value of a cube that is doubled is 2 to this power.
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// The player who may double next; `None` if both may.
    pub const fn owner(self) -> Option<Side> {
        self.owner
    }

    /// The player who may no longer turn the cube, as owner or by a beaver: by
    /// [`HouseRules::final_raccoon`](crate::HouseRules), the player who has raccooned. `None` if
    /// nobody has given up that right.
    pub const fn barred(self) -> Option<Side> {
        self.barred
    }

    /// The same cube, which a player may no longer turn.
    ///
    /// ```
    /// use sheshbesh_movegen::{Cube, Side};
    /// let cube = Cube::of_value(8, Some(Side::Opponent)).expect("a cube value");
    /// let cube = cube.barred_to(Side::OnRoll);
    /// assert_eq!((cube.barred(), cube.swapped().barred()), (Some(Side::OnRoll), Some(Side::Opponent)));
    /// ```
    #[must_use]
    pub const fn barred_to(self, side: Side) -> Self {
        Self { barred: Some(side), ..self }
    }

    /// The cube value: 1, 2, 4, 8, …; or 1, 2, 4, 7, … if it is raised.
    pub const fn value(self) -> u32 {
        let turns = self.exponent as u32;
        if self.is_arithmetic { 1 + turns * (turns + 1) / 2 } else { 1 << turns }
    }

    /// The cube turned once more and given to `owner`; `None` if it already shows the maximum.
    pub const fn turned_to(self, owner: Option<Side>) -> Option<Self> {
        match Self::new(self.exponent + 1, owner) {
            Some(turned) => Some(Self { owner, exponent: turned.exponent, ..self }),
            None => None,
        }
    }

    /// The same cube with the other player on roll.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [owner, barred] = [self.owner, self.barred].map(|player| player.map(|side| !side));
        Self { owner, barred, ..self }
    }
}
