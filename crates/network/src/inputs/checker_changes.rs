//! Differences between the checkers of two positions, from which accumulators are updated (NNUE).

use sheshbesh_movegen::{BAR, Position, Side};
use std::mem::MaybeUninit;

/// Maximum number of changes: all indices of both sides.
const MOST: usize = 2 * (BAR as usize + 1);

/// A changed number of checkers on an index of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckerChange {
    /// The side that the checkers belong to.
    pub side: Side,
    /// The index in that side's view.
    pub index: u8,
    /// Number of checkers before the change.
    pub before: u8,
    /// Number of checkers after the change.
    pub after: u8,
}

/// All changes from one position to another.
pub struct CheckerChanges {
    list: [MaybeUninit<CheckerChange>; MOST],
    count: usize,
    /// Number of changes of the player on roll.
    own: usize,
}

impl CheckerChanges {
    /// Creates an empty list.
    #[inline(always)]
    pub fn none() -> Self {
        Self { list: [MaybeUninit::uninit(); MOST], count: 0, own: 0 }
    }

    /// Finds the changes from one position to another, replacing the previous ones.
    #[inline(always)]
    pub fn find(&mut self, before: &Position, after: &Position) {
        self.count = 0;
        self.add_side(Side::OnRoll, before.own().nibbles(), after.own().nibbles());
        self.own = self.count;
        self.add_side(Side::Opponent, before.opponent().nibbles(), after.opponent().nibbles());
    }

    #[inline(always)]
    fn add_side(&mut self, side: Side, before: u128, after: u128) {
        // Two halves, since shifting a half takes one instruction.
        for half in 0..2 {
            let (before, after) = ((before >> (64 * half)) as u64, (after >> (64 * half)) as u64);
            let mut changed = before ^ after;
            while changed != 0 {
                let nibble = changed.trailing_zeros() / 4;
                let shift = 4 * nibble;
                changed &= !(15 << shift);
                self.list[self.count].write(CheckerChange {
                    side,
                    index: (16 * half + nibble) as u8,
                    before: (before >> shift) as u8 & 15,
                    after: (after >> shift) as u8 & 15,
                });
                self.count += 1;
            }
        }
    }

    /// The changes, ordered by side, then by index.
    #[inline(always)]
    pub fn list(&self) -> &[CheckerChange] {
        // SAFETY: the first `count` changes have been written.
        unsafe { self.list[..self.count].assume_init_ref() }
    }

    /// The changes of each side.
    #[inline(always)]
    pub fn by_side(&self) -> [&[CheckerChange]; 2] {
        self.list().split_at(self.own).into()
    }
}

/// Number of indices of both sides on which the checkers of two positions differ.
#[inline(always)]
pub fn distance(a: &Position, b: &Position) -> u32 {
    /// Returns the lowest bit of each nibble that differs.
    #[inline(always)]
    fn differing(a: u64, b: u64) -> u64 {
        let bits = a ^ b;
        let bits = bits | bits >> 2;
        (bits | bits >> 1) & (u64::MAX / 15)
    }
    let words = |position: &Position| {
        let (own, opponent) = (position.own().nibbles(), position.opponent().nibbles());
        [own as u64, (own >> 64) as u64, opponent as u64, (opponent >> 64) as u64]
    };
    let (a, b) = (words(a), words(b));
    // The four bits of a nibble hold the results of four words.
    let mut all = 0;
    for i in 0..4 {
        all |= differing(a[i], b[i]) << i;
    }
    all.count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;

    #[test]
    fn changes_are_found_index_by_index() {
        let positions = test_positions(20);
        let mut changes = CheckerChanges::none();
        for (before, after) in positions.iter().zip(positions.iter().skip(1)) {
            changes.find(before, after);
            let mut want = Vec::new();
            let sides = [
                (Side::OnRoll, before.own(), after.own()),
                (Side::Opponent, before.opponent(), after.opponent()),
            ];
            for (side, before, after) in sides {
                for index in 0..=BAR {
                    let (before, after) = (before.on(index), after.on(index));
                    if before != after {
                        want.push(CheckerChange { side, index, before, after });
                    }
                }
            }
            assert_eq!(changes.list(), want);
            assert_eq!(changes.by_side().concat(), want);
            assert!(changes.by_side()[0].iter().all(|change| change.side == Side::OnRoll));
            assert!(changes.by_side()[1].iter().all(|change| change.side == Side::Opponent));
            assert_eq!(distance(before, after), want.len() as u32);
        }
    }
}
