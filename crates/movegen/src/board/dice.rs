//! Rolls of two dice or, in some games, three.

use crate::{codes, message::Value, quoted::quoted};
use std::{fmt, str::FromStr};

/// A roll of two or three dice, the largest number first.
///
/// ```
/// use sheshbesh_movegen::Dice;
/// let dice: Dice = "13".parse()?;
/// assert_eq!((dice.high(), dice.low()), (3, 1));
/// assert_eq!(dice.to_string(), "31");
/// let three: Dice = "1-5-2".parse()?;
/// assert_eq!((three.high(), three.low(), three.third()), (5, 2, Some(1)));
/// # Ok::<(), sheshbesh_movegen::InvalidDice>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dice {
    high: u8,
    low: u8,
    /// The smallest number of three dice; 0 for two dice.
    third: u8,
}

/// Number of equally likely ordered rolls of two dice.
pub const ORDERED_ROLLS: u32 = 36;

impl Dice {
    /// The 21 distinct rolls of two dice: 11, 21, 22, 31, … 66.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1, third: 0 }; 21];
        let (mut i, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[i] = Self { high, low, third: 0 };
                i += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The 56 distinct rolls of three dice: 111, 211, 221, 222, 311, … 666.
    pub const ALL_OF_THREE: [Self; 56] = {
        let mut all = [Self { high: 1, low: 1, third: 1 }; 56];
        let (mut i, mut pair) = (0, 0);
        while pair < Self::ALL.len() {
            let Self { high, low, .. } = Self::ALL[pair];
            let mut third = 1;
            while third <= low {
                all[i] = Self { high, low, third };
                i += 1;
                third += 1;
            }
            pair += 1;
        }
        all
    };

    /// A roll of two numbers in either order; `None` unless both are 1 to 6.
    pub const fn new(a: u8, b: u8) -> Option<Self> {
        if a < 1 || a > 6 || b < 1 || b > 6 {
            return None;
        }
        let (high, low) = if a >= b { (a, b) } else { (b, a) };
        Some(Self { high, low, third: 0 })
    }

    /// A roll of two or three numbers in any order; `None` for any other count, and unless all are
    /// 1 to 6.
    pub fn of(numbers: &[u8]) -> Option<Self> {
        match *numbers {
            [a, b] => Self::new(a, b),
            [a, b, c] => {
                let mut sorted = [a, b, c];
                sorted.sort_unstable();
                let [third, low, high] = sorted;
                (third >= 1 && high <= 6).then_some(Self { high, low, third })
            }
            _ => None,
        }
    }

    /// The largest number.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller number of two dice; the middle one of three.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// The smallest number of three dice; `None` for two dice.
    pub const fn third(self) -> Option<u8> {
        if self.third == 0 { None } else { Some(self.third) }
    }

    /// Number of dice: 2 or 3.
    pub const fn count(self) -> usize {
        if self.third == 0 { 2 } else { 3 }
    }

    /// The numbers, the largest first.
    pub fn numbers(self) -> impl DoubleEndedIterator<Item = u8> {
        [self.high, self.low, self.third].into_iter().take(self.count())
    }

    /// True if two dice show the same number. Three dice are never a double.
    pub const fn is_double(self) -> bool {
        self.high == self.low && self.third == 0
    }

    /// Number of ordered rolls that give this roll, of 36 with two dice and of 216 with three.
    pub const fn weight(self) -> u32 {
        if self.third == 0 {
            return if self.high == self.low { 1 } else { 2 };
        }
        match (self.high == self.low, self.low == self.third) {
            (true, true) => 1,
            (false, false) => 6,
            _ => 3,
        }
    }

    /// Probability of the roll.
    pub fn probability(self) -> f64 {
        let ordered = if self.third == 0 { ORDERED_ROLLS } else { 6 * ORDERED_ROLLS };
        f64::from(self.weight()) / f64::from(ordered)
    }

    /// Index of the roll in [`Dice::ALL`], or of three dice in [`Dice::ALL_OF_THREE`].
    pub const fn index(self) -> usize {
        let (high, low) = (self.high as usize, self.low as usize);
        if self.third == 0 {
            return high * (high - 1) / 2 + low - 1;
        }
        (high + 1) * high * (high - 1) / 6 + low * (low - 1) / 2 + self.third as usize - 1
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numbers().try_for_each(|number| write!(f, "{number}"))
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

/// Error for a text that is not a roll.
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

    /// Parses `31`, `3-1`, `3,1`, `3 1` and `3/1`, and three dice alike.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_mark = |mark: u8| b"-, /".contains(&mark);
        let digits = match *text.trim().as_bytes() {
            [a, mark, b] if is_mark(mark) => vec![a, b],
            [a, mark, b, other, c] if is_mark(mark) && is_mark(other) => vec![a, b, c],
            ref digits => digits.to_vec(),
        };
        let numbers: Vec<u8> = digits.iter().map(|digit| digit.wrapping_sub(b'0')).collect();
        Self::of(&numbers).ok_or_else(|| InvalidDice(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rolls_of_three_dice_are_distinct_and_weighted() {
        let mut counts = [0; Dice::ALL_OF_THREE.len()];
        for number in 0..216 {
            let dice = Dice::of(&[number / 36 + 1, number / 6 % 6 + 1, number % 6 + 1]).unwrap();
            counts[dice.index()] += 1;
        }
        for (index, dice) in Dice::ALL_OF_THREE.into_iter().enumerate() {
            assert_eq!((dice.index(), dice.count(), dice.weight()), (index, 3, counts[index]));
            assert!(!dice.is_double());
            assert_eq!(dice.to_string().parse(), Ok(dice));
        }
        assert_eq!(BTreeSet::from(Dice::ALL_OF_THREE).len(), 56);
        let sum: f64 = Dice::ALL_OF_THREE.into_iter().map(Dice::probability).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        let sum: f64 = Dice::ALL.into_iter().map(Dice::probability).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rolls_are_read_with_and_without_marks() {
        for text in ["321", "1-2-3", "2,3,1", " 3 1 2 ", "1/3/2"] {
            assert_eq!(text.parse(), Ok(Dice::ALL_OF_THREE[Dice::of(&[3, 2, 1]).unwrap().index()]));
        }
        for text in ["", "3", "3-", "30", "307", "3-1-", "3-1-7", "1234", "a1", "3--1", "3-12"] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
    }
}
