//! Index of the arrangements of a side's few checkers.

use sheshbesh_movegen::{BAR, Checkers, OFF};

/// Maximum number of checkers a side.
pub(super) const MOST_CHECKERS: usize = super::CHECKERS as usize;
/// Places of a checker: off, the points and the bar.
const PLACES: usize = BAR as usize + 1;

/// All arrangements of a number of checkers off, on the points and on the bar. Every move leads to
/// an earlier one.
///
/// With q(1) ≤ … ≤ q(n) the places of the checkers, the index is
/// C(25 + n, n) − 1 − Σ C(25 − q(k) + n − k, n − k + 1). A move increases no q(k), so no term
/// decreases. Index 0 is all off.
pub(super) struct Placements {
    all: Vec<Checkers>,
    /// The term of checker k on place q.
    terms: [[u32; PLACES]; MOST_CHECKERS],
}

/// Number of arrangements.
pub(super) const fn count(checkers: u8) -> usize {
    binomial(BAR as usize + checkers as usize, checkers as usize)
}

/// Binomial coefficient n over k, for small numbers.
const fn binomial(n: usize, k: usize) -> usize {
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

impl Placements {
    /// Lists the arrangements of `checkers` checkers.
    ///
    /// # Panics
    /// Panics if there are no checkers, or too many.
    pub(super) fn new(checkers: u8) -> Self {
        let n = usize::from(checkers);
        assert!((1..=MOST_CHECKERS).contains(&n), "{n} checkers");
        let mut terms = [[0; PLACES]; MOST_CHECKERS];
        for (k, terms) in terms.iter_mut().enumerate().take(n) {
            for (q, term) in terms.iter_mut().enumerate() {
                *term = binomial(usize::from(BAR) - q + n - 1 - k, n - k) as u32;
            }
        }
        let mut this = Self { all: vec![Checkers::NONE; count(checkers)], terms };
        for side in sides(checkers, OFF) {
            let index = this.index(side);
            this.all[index] = side;
        }
        this
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Checkers of an index.
    #[inline]
    pub(super) fn at(&self, index: usize) -> Checkers {
        self.all[index]
    }

    /// Index of a side with this number of checkers.
    #[inline]
    pub(super) fn index(&self, side: Checkers) -> usize {
        const NIBBLE: u32 = 4;
        let mut left = side.nibbles();
        let mut sum = 0;
        for terms in &self.terms {
            if left == 0 {
                break;
            }
            let place = left.trailing_zeros() / NIBBLE;
            sum += terms[place as usize];
            left -= 1 << (NIBBLE * place);
        }
        self.all.len() - 1 - sum as usize
    }
}

/// All arrangements of `checkers` checkers on places from `from` on.
fn sides(checkers: u8, from: u8) -> Vec<Checkers> {
    if checkers == 0 {
        return vec![Checkers::NONE];
    }
    (from..=BAR)
        .flat_map(|place| {
            let others = sides(checkers - 1, place);
            others.into_iter().map(move |side| side.with_unchecked(place, 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Dice, Game, Plays, Position};

    #[test]
    fn every_index_is_one_placement() {
        for (checkers, want) in [(1, 26), (2, 351), (3, 3276)] {
            let placements = Placements::new(checkers);
            assert_eq!((placements.count(), count(checkers)), (want, want));
            assert!(placements.at(0).all_off());
            for index in 0..want {
                assert_eq!(placements.at(index).total(), checkers);
                assert_eq!(placements.index(placements.at(index)), index);
            }
        }
    }

    #[test]
    fn every_play_leads_to_an_earlier_placement() {
        let placements = Placements::new(3);
        let mut plays = Plays::new(Game::Hypergammon);
        let opponent = Checkers::from_points(&[(1, 3)]);
        for index in (1..placements.count()).step_by(7) {
            let position = Position::from_sides_unchecked(placements.at(index), opponent);
            for dice in Dice::ALL {
                for result in plays.generate(&position, dice) {
                    assert!(placements.index(result.opponent()) < index);
                }
            }
        }
    }
}
