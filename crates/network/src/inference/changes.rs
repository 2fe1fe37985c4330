//! What is added to an accumulator and what is taken from it where a position takes the place of
//! another one.

use super::first_layer::{COUNTS, INDICES, SIDES};
use crate::{inputs::PatternList, simd::Kernel};
use sheshbesh_movegen::Position;
use std::mem::MaybeUninit;

/// Rows of a table that come and go.
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
        // SAFETY: so many have been written.
        unsafe { self.added[..self.adds].assume_init_ref() }
    }

    #[inline(always)]
    pub(super) fn removed(&self) -> &[u16] {
        // SAFETY: so many have been written.
        unsafe { self.removed[..self.removes].assume_init_ref() }
    }

    /// Whether all rows are below a number.
    #[inline(always)]
    pub(super) fn are_below(&self, rows: usize) -> bool {
        self.added().iter().chain(self.removed()).all(|&row| usize::from(row) < rows)
    }
}

/// Each side has no more indices.
pub(super) type PointChanges = Changes<{ SIDES * INDICES }>;

/// Rows (side × 26 + index) × 16 + count.
#[inline(always)]
pub(super) fn of_points(before: &Position, after: &Position, changes: &mut PointChanges) {
    let sides = [(before.own(), after.own()), (before.opponent(), after.opponent())];
    for (side, (before, after)) in sides.into_iter().enumerate() {
        let (before, after) = (before.nibbles(), after.nibbles());
        let mut changed = before ^ after;
        while changed != 0 {
            let index = changed.trailing_zeros() / 4;
            let shift = 4 * index;
            changed &= !(15 << shift);
            let row = ((side * INDICES + index as usize) * COUNTS) as u16;
            let (old, new) = ((before >> shift) as u16 & 15, (after >> shift) as u16 & 15);
            if new != 0 {
                changes.add(row + new);
            }
            if old != 0 {
                changes.remove(row + old);
            }
        }
    }
}

/// No position has more patterns.
pub(super) type PatternChanges = Changes<{ PatternList::ROOM }>;

/// Patterns that one position has and the other does not. The first `aligned` numbers of a list that
/// is not empty are of the same groups.
#[inline(always)]
pub(super) fn of_patterns<K: Kernel>(
    before: &PatternList,
    after: &PatternList,
    aligned: usize,
    changes: &mut PatternChanges,
) {
    let lists = [before, after].map(|list| list.padded().as_ptr().cast());
    let (before, after) = (before.numbers(), after.numbers());
    // Vectors find pairs.
    let aligned = aligned.min(before.len()) & !1;
    let mut first = 0;
    while first < aligned {
        const { assert!(K::WORDS <= 32 && PatternList::ROOM >= 32) };
        debug_assert!(aligned <= 32);
        // SAFETY: lists have room for 32 words, and no more are aligned.
        let mut pairs = unsafe {
            let [before, after] = lists.map(|list: *const i16| K::load_words(list.add(first)));
            K::nonzero_pairs(K::sub_words(before, after))
        };
        pairs &= !(!0 << ((aligned - first) / 2).min(31));
        while pairs != 0 {
            let pair = first + 2 * pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            for place in [pair, pair + 1] {
                // Without a branch: which of them changes is hard to foresee.
                let (old, new) = (before[place], after[place]);
                changes.added[changes.adds].write(new);
                changes.removed[changes.removes].write(old);
                changes.adds += usize::from(old != new);
                changes.removes += usize::from(old != new);
            }
        }
        first += K::WORDS;
    }
    let (mut old, mut new) = (&before[aligned..], &after[aligned..]);
    while let (Some((&first_old, more_old)), Some((&first_new, more_new))) =
        (old.split_first(), new.split_first())
    {
        if first_old == first_new {
            (old, new) = (more_old, more_new);
        } else if first_old < first_new {
            changes.remove(first_old);
            old = more_old;
        } else {
            changes.add(first_new);
            new = more_new;
        }
    }
    old.iter().for_each(|&row| changes.remove(row));
    new.iter().for_each(|&row| changes.add(row));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        inputs::{Patterns, Windows4},
        simd::{Instructions, Task},
        test_positions,
    };

    struct Compare<'a>(&'a PatternList, &'a PatternList);

    impl Task for Compare<'_> {
        type Output = PatternChanges;

        #[inline(always)]
        fn run<K: Kernel>(self) -> PatternChanges {
            let mut changes = PatternChanges::none();
            of_patterns::<K>(self.0, self.1, Windows4::ALIGNED, &mut changes);
            changes
        }
    }

    /// Taking what is removed and adding what is added leads from one to the other.
    #[test]
    fn changes_lead_from_one_position_to_the_other() {
        let positions = test_positions(20);
        let mut lists: Vec<PatternList> = positions.iter().map(Windows4::of).collect();
        lists.insert(0, PatternList::empty());
        for (before, after) in lists.iter().zip(lists.iter().skip(1)) {
            for instructions in Instructions::available() {
                let changes = instructions.run(Compare(before, after));
                let [old, new] = [before, after].map(PatternList::numbers);
                let kept = old.iter().filter(|row| !changes.removed().contains(row));
                let mut led: Vec<u16> = kept.chain(changes.added()).copied().collect();
                led.sort_unstable();
                assert_eq!(led, new);
                assert!(changes.removed().iter().all(|row| !new.contains(row)));
            }
        }
    }
}
