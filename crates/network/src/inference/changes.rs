//! Efficient updates of an accumulator (the "EU" of NNUE): the rows to add and to subtract from one
//! position to another.

use super::first_layer::{COUNTS, INDICES, SIDES};
use crate::inputs::{CheckerChanges, NONE, PatternDelta, PatternList};
use sheshbesh_movegen::{Position, Side};
use std::mem::MaybeUninit;

/// Rows of a table to add and to subtract.
pub(super) struct Changes<const MOST: usize> {
    added: [MaybeUninit<u16>; MOST],
    removed: [MaybeUninit<u16>; MOST],
    adds: usize,
    removes: usize,
}

impl<const MOST: usize> Changes<MOST> {
    #[inline(always)]
    pub(super) fn none() -> Self {
        let rows = [MaybeUninit::uninit(); MOST];
        Self { added: rows, removed: rows, adds: 0, removes: 0 }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.adds, self.removes) = (0, 0);
    }

    #[inline(always)]
    fn add(&mut self, row: u16) {
        self.added[self.adds].write(row);
        self.adds += 1;
    }

    #[inline(always)]
    fn remove(&mut self, row: u16) {
        self.removed[self.removes].write(row);
        self.removes += 1;
    }

    #[inline(always)]
    pub(super) fn added(&self) -> &[u16] {
        // SAFETY: the first `adds` rows have been written.
        unsafe { self.added[..self.adds].assume_init_ref() }
    }

    #[inline(always)]
    pub(super) fn removed(&self) -> &[u16] {
        // SAFETY: the first `removes` rows have been written.
        unsafe { self.removed[..self.removes].assume_init_ref() }
    }

    /// Returns true if all row numbers are below `rows`.
    #[inline(always)]
    pub(super) fn are_below(&self, rows: usize) -> bool {
        // Without an early exit, the loop is vectorised.
        let mut beyond = false;
        for list in [self.added(), self.removed()] {
            for &row in list {
                beyond |= usize::from(row) >= rows;
            }
        }
        !beyond
    }
}

/// Changes of point rows. Each side has at most `INDICES` indices.
pub(super) type PointChanges = Changes<{ SIDES * INDICES }>;

impl PointChanges {
    /// Finds the rows of changed checkers, (side × 32 + index) × 16 + count. Replaces earlier rows.
    #[inline(always)]
    pub(super) fn find(&mut self, changes: &CheckerChanges) {
        self.clear();
        for change in changes.list() {
            let index = change.side as usize * INDICES + usize::from(change.index);
            let row = (index * COUNTS) as u16;
            if change.after != 0 {
                self.add(row + u16::from(change.after));
            }
            if change.before != 0 {
                self.remove(row + u16::from(change.before));
            }
        }
    }

    /// Finds the rows of all checkers of a position. Replaces earlier rows.
    #[inline(always)]
    pub(super) fn find_all(&mut self, position: &Position) {
        self.clear();
        let sides = [(Side::OnRoll, position.own()), (Side::Opponent, position.opponent())];
        for (side, checkers) in sides {
            let nibbles = checkers.nibbles();
            // Two halves, since shifting a half takes one instruction.
            for (half, nibbles) in [nibbles as u64, (nibbles >> 64) as u64].into_iter().enumerate()
            {
                let first = (side as usize * INDICES + 16 * half) * COUNTS;
                let mut left = nibbles;
                while left != 0 {
                    let shift = left.trailing_zeros() / 4 * 4;
                    let count = (left >> shift) as usize % COUNTS;
                    left &= !(15 << shift);
                    self.add((first + shift as usize / 4 * COUNTS + count) as u16);
                }
            }
        }
    }
}

/// Changes of pattern rows. A position has fewer pattern groups than this.
pub(super) type PatternChanges = Changes<128>;

const _: () = assert!(PatternList::CAPACITY < 128);

impl PatternChanges {
    /// Adds the rows of all patterns of a position. Replaces earlier rows.
    #[inline(always)]
    pub(super) fn all(&mut self, patterns: &PatternList) {
        self.clear();
        let numbers = patterns.numbers();
        self.added[..numbers.len()].write_copy_of_slice(numbers);
        self.adds = numbers.len();
    }
}

impl PatternDelta for PatternChanges {
    // Without a branch, since it is hard to predict which of the two is `NONE`.
    #[inline(always)]
    fn change(&mut self, before: u16, after: u16) {
        self.added[self.adds].write(after);
        self.adds += usize::from(after != NONE);
        self.removed[self.removes].write(before);
        self.removes += usize::from(before != NONE);
    }
}
