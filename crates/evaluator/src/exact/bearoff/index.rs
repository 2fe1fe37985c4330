//! Index of the arrangements of checkers in a home board.

use sheshbesh_movegen::{Checkers, HOME};

const POINTS: usize = HOME as usize;

/// Arrangement of checkers on the six points of a home board; the other checkers are off.
///
/// Let c(k) be the number of checkers on points k to 6. The numbers a(k) = c(k) + 6 − k decrease
/// strictly with k, and the index is Σ C(a(k), 7 − k), the rank of that set in the combinatorial
/// number system. Therefore positions with at most n checkers have the first C(n + 6, 6) indices,
/// for any n, and every move leads to a smaller index, since it increases no c(k).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Home([u8; POINTS]);

/// Binomial coefficient n over k, for small numbers.
const fn binomial(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

/// Number of positions with at most `checkers` checkers.
pub const fn positions(checkers: u8) -> usize {
    binomial(checkers as usize + POINTS, POINTS)
}

impl Home {
    /// Creates an arrangement from the counts on points 1 to 6.
    pub const fn new(counts: [u8; POINTS]) -> Self {
        Self(counts)
    }

    /// A side's checkers on the board; `None` unless they are all home.
    pub fn of(side: Checkers) -> Option<Self> {
        if side.rearmost() > HOME {
            return None;
        }
        Some(Self(std::array::from_fn(|point| side.on(point as u8 + 1))))
    }

    /// Counts on points 1 to 6.
    pub const fn counts(self) -> [u8; POINTS] {
        self.0
    }

    /// Number of checkers on the board.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// Converts to one side of a position; no checkers are counted as off.
    pub fn checkers(self) -> Checkers {
        (1..=HOME)
            .zip(self.0)
            .fold(Checkers::NONE, |side, (point, count)| side.with_unchecked(point, count))
    }

    /// Index in the tables.
    pub fn index(self) -> usize {
        let mut on_or_above = 0;
        let mut index = 0;
        for digit in 0..POINTS {
            // From the 6 point down.
            on_or_above += usize::from(self.0[POINTS - 1 - digit]);
            index += binomial(on_or_above + digit, digit + 1);
        }
        index
    }

    /// Arrangement of an index.
    pub fn at(mut index: usize) -> Self {
        let mut sums = [0; POINTS];
        for digit in (0..POINTS).rev() {
            let mut a = digit;
            while binomial(a + 1, digit + 1) <= index {
                a += 1;
            }
            index -= binomial(a, digit + 1);
            sums[digit] = a - digit;
        }
        let mut counts = [0; POINTS];
        let mut above = 0;
        for (digit, sum) in sums.into_iter().enumerate() {
            counts[POINTS - 1 - digit] = (sum - above) as u8;
            above = sum;
        }
        Self(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Game, Plays};

    #[test]
    fn every_index_is_one_position() {
        assert_eq!(positions(15), 54_264);
        assert_eq!(positions(6), 924);
        for index in 0..positions(15) {
            let home = Home::at(index);
            assert_eq!(home.index(), index);
            assert_eq!(Home::of(home.checkers()), Some(home));
            let least = if home.total() == 0 { 0 } else { positions(home.total() - 1) };
            assert!((least..positions(home.total())).contains(&index), "{home:?}");
        }
    }

    #[test]
    fn every_play_leads_to_a_smaller_index() {
        let mut plays = Plays::new(Game::Backgammon);
        for index in (1..positions(15)).step_by(97) {
            for after in super::super::successors(Home::at(index), &mut plays).iter().flatten() {
                assert!((*after as usize) < index);
            }
        }
    }
}
