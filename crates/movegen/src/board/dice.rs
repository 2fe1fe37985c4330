//! Rolls of two dice.

use crate::{codes, message::Value, quoted::quoted};
use std::{fmt, str::FromStr};

/// A roll of two dice, the larger first.
///
/// ```
/// use sheshbesh_movegen::Dice;
/// let dice: Dice = "13".parse()?;
/// assert_eq!((dice.high(), dice.low()), (3, 1));
/// assert_eq!(dice.to_string(), "31");
/// # Ok::<(), sheshbesh_movegen::InvalidDice>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dice {
    high: u8,
    low: u8,
}

/// Number of equally likely ordered rolls.
pub const ORDERED_ROLLS: u32 = 36;

impl Dice {
    /// The 21 distinct rolls: 11, 21, 22, 31, … 66.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let (mut i, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[i] = Self { high, low };
                i += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// A roll of two numbers in either order; `None` unless both are 1 to 6.
    pub const fn new(a: u8, b: u8) -> Option<Self> {
        if a < 1 || a > 6 || b < 1 || b > 6 {
            return None;
        }
        Some(if a >= b { Self { high: a, low: b } } else { Self { high: b, low: a } })
    }

    /// The larger number.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller number.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// True if both numbers are the same.
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Number of the 36 ordered rolls that give this roll: 1 for a double, 2 otherwise.
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// Probability of the roll.
    pub fn probability(self) -> f64 {
        f64::from(self.weight()) / f64::from(ORDERED_ROLLS)
    }

    /// Index of the roll in [`Dice::ALL`].
    pub const fn index(self) -> usize {
        let high = self.high as usize;
        high * (high - 1) / 2 + self.low as usize - 1
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

impl From<Dice> for Value {
    fn from(dice: Dice) -> Self {
        dice.to_string().into()
    }
}

impl From<&Dice> for Value {
    fn from(dice: &Dice) -> Self {
        (*dice).into()
    }
}

/// Error for a text that is not a roll of two dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} is not a roll: give two numbers from 1 to 6, such as 31", text = quoted(.0))]
pub struct InvalidDice(pub String);

codes! {
    InvalidDice {
        Self(text) => "dice.invalid" { text },
    }
}

impl FromStr for Dice {
    type Err = InvalidDice;

    /// Parses `31`, `3-1`, `3,1`, `3 1` and `3/1`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = match *text.trim().as_bytes() {
            [a, b] | [a, b'-' | b',' | b' ' | b'/', b] => Some((a, b)),
            _ => None,
        };
        digits
            .filter(|(a, b)| a.is_ascii_digit() && b.is_ascii_digit())
            .and_then(|(a, b)| Self::new(a - b'0', b - b'0'))
            .ok_or_else(|| InvalidDice(text.to_owned()))
    }
}
