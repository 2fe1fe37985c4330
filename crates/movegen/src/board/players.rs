//! The two sides, from the view of the player on roll, and the two seats at the table.

use crate::codes;
use std::{
    fmt,
    ops::{Index, IndexMut, Not},
};

/// One of the players, from the view of the player on roll.
///
/// ```
/// use sheshbesh_movegen::Side;
/// assert_eq!(!Side::OnRoll, Side::Opponent);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
pub enum Side {
    /// The player on roll.
    OnRoll,
    /// The other player.
    Opponent,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OnRoll => "the player on roll",
            Self::Opponent => "the opponent",
        })
    }
}

codes! {
    Side {
        Self::OnRoll => "side.on-roll",
        Self::Opponent => "side.opponent",
    }
}

/// A seat at the table. Its player keeps it while the turn alternates.
///
/// ```
/// use sheshbesh_movegen::{Seat, Side};
/// let on_roll = Seat::Top;
/// assert_eq!(on_roll.of(Side::Opponent), Seat::Bottom);
/// assert_eq!(on_roll.side_at(Seat::Bottom), Side::Opponent);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "openapi",
    schema(description = "A seat at the table. The local player sits at the bottom.")
)]
pub enum Seat {
    /// Bottom of a diagram: eXtreme Gammon's capital letters, GNU Backgammon's player 1.
    #[default]
    Bottom,
    /// Top of a diagram: small letters, player 0.
    Top,
}

impl Seat {
    /// The seat of a side if `self` is on roll.
    #[inline]
    pub fn of(self, side: Side) -> Self {
        match side {
            Side::OnRoll => self,
            Side::Opponent => !self,
        }
    }

    /// The side that sits at `seat` if `self` is on roll.
    #[inline]
    pub fn side_at(self, seat: Self) -> Side {
        if seat == self { Side::OnRoll } else { Side::Opponent }
    }
}

/// Implements `Not` for an enum of two players, and `$Pair`: a value for each player, indexed by
/// the enum.
macro_rules! pairs {
    ($Pair:ident, $Who:ident { $A:ident: $a:ident, $B:ident: $b:ident }, $doc:literal) => {
        impl $Who {
            /// Both players.
            pub const BOTH: [Self; 2] = [Self::$A, Self::$B];
        }

        impl Not for $Who {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                match self {
                    Self::$A => Self::$B,
                    Self::$B => Self::$A,
                }
            }
        }

        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
        #[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
        pub struct $Pair<T> {
            #[doc = concat!("Value for [`", stringify!($Who), "::", stringify!($A), "`].")]
            pub $a: T,
            #[doc = concat!("Value for [`", stringify!($Who), "::", stringify!($B), "`].")]
            pub $b: T,
        }

        impl<T> $Pair<T> {
            /// Creates a pair from a function of the player.
            pub fn from_fn(mut of: impl FnMut($Who) -> T) -> Self {
                Self { $a: of($Who::$A), $b: of($Who::$B) }
            }

            /// Applies a function to both values.
            pub fn map<U>(self, mut to: impl FnMut(T) -> U) -> $Pair<U> {
                $Pair { $a: to(self.$a), $b: to(self.$b) }
            }

            /// References to both values.
            pub const fn as_ref(&self) -> $Pair<&T> {
                $Pair { $a: &self.$a, $b: &self.$b }
            }

            /// Pairs each value with the value of another pair for the same player.
            pub fn zip<U>(self, other: $Pair<U>) -> $Pair<(T, U)> {
                $Pair { $a: (self.$a, other.$a), $b: (self.$b, other.$b) }
            }

            /// Exchanges the two values.
            #[must_use]
            pub fn swapped(self) -> Self {
                Self { $a: self.$b, $b: self.$a }
            }

            /// Iterates over both values.
            pub fn iter(&self) -> std::array::IntoIter<&T, 2> {
                [&self.$a, &self.$b].into_iter()
            }

            /// Iterates over both values, mutably.
            pub fn iter_mut(&mut self) -> std::array::IntoIter<&mut T, 2> {
                [&mut self.$a, &mut self.$b].into_iter()
            }
        }

        impl<T> Index<$Who> for $Pair<T> {
            type Output = T;

            #[inline]
            fn index(&self, who: $Who) -> &T {
                match who {
                    $Who::$A => &self.$a,
                    $Who::$B => &self.$b,
                }
            }
        }

        impl<T> IndexMut<$Who> for $Pair<T> {
            #[inline]
            fn index_mut(&mut self, who: $Who) -> &mut T {
                match who {
                    $Who::$A => &mut self.$a,
                    $Who::$B => &mut self.$b,
                }
            }
        }

        impl<T> IntoIterator for $Pair<T> {
            type Item = T;
            type IntoIter = std::array::IntoIter<T, 2>;

            fn into_iter(self) -> Self::IntoIter {
                [self.$a, self.$b].into_iter()
            }
        }
    };
}

pairs!(
    BySide,
    Side { OnRoll: on_roll, Opponent: opponent },
    "A value for each side, such as its points.\n\n\
     ```\n\
     use sheshbesh_movegen::{BySide, Side};\n\
     let score = BySide { on_roll: 3, opponent: 1 };\n\
     assert_eq!(score[Side::Opponent], 1);\n\
     assert_eq!(score.swapped(), BySide { on_roll: 1, opponent: 3 });\n\
     assert_eq!(score.map(|points| 5 - points), BySide { on_roll: 2, opponent: 4 });\n\
     ```"
);

pairs!(
    BySeat,
    Seat { Bottom: bottom, Top: top },
    "A value for each seat, such as its player.\n\n\
     ```\n\
     use sheshbesh_movegen::{BySeat, BySide, Seat};\n\
     let score = BySeat { bottom: 3, top: 1 };\n\
     assert_eq!(score[Seat::Top], 1);\n\
     assert_eq!(score.seen_from(Seat::Top), BySide { on_roll: 1, opponent: 3 });\n\
     ```"
);

impl<T> BySide<T> {
    /// The values by seat, if the player at `on_roll` is on roll.
    pub fn seated(self, on_roll: Seat) -> BySeat<T> {
        let BySide { on_roll: own, opponent: other } = self;
        match on_roll {
            Seat::Bottom => BySeat { bottom: own, top: other },
            Seat::Top => BySeat { bottom: other, top: own },
        }
    }
}

impl<T> BySeat<T> {
    /// The values by side, if the player at `on_roll` is on roll.
    pub fn seen_from(self, on_roll: Seat) -> BySide<T> {
        let BySeat { bottom, top } = self;
        match on_roll {
            Seat::Bottom => BySide { on_roll: bottom, opponent: top },
            Seat::Top => BySide { on_roll: top, opponent: bottom },
        }
    }
}
