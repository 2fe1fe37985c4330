//! The first layer's sums, and how they follow from those of another position.

use super::rounded::{FEATURE_SHIFT, FirstLayer, PatternRows};
use crate::{
    inference::{
        changes::{self, PatternChanges, PointChanges},
        first_layer::EMPTY,
        rows::Rows,
    },
    inputs::PatternList,
    simd::{Kernel, prefetch},
};
use sheshbesh_movegen::Position;

/// The first layer's sums for a position, before its units are rectified.
#[derive(Clone)]
pub(super) struct Accumulator {
    pub(super) position: Position,
    pub(super) patterns: PatternList,
    /// What checkers and patterns give.
    pub(super) words: Rows<i16>,
    /// Steps of its features.
    pub(super) features: Rows<i16>,
    /// What features give.
    pub(super) sums: Rows<i32>,
}

impl Accumulator {
    /// Of no checkers, no patterns and no features.
    pub(super) fn empty(first: &FirstLayer, features: usize) -> Self {
        let mut sums = Rows::zeros(1, first.width);
        // Half a step of what they are rounded to.
        sums.as_mut_slice().fill(1 << (FEATURE_SHIFT - 1));
        Self {
            position: EMPTY,
            patterns: PatternList::empty(),
            words: first.biases.clone(),
            features: Rows::zeros(1, features),
            sums,
        }
    }
}

/// What is looked up for a position.
pub(super) struct RowChanges {
    points: PointChanges,
    patterns: PatternChanges,
}

impl RowChanges {
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { points: PointChanges::none(), patterns: PatternChanges::none() }
    }
}

impl FirstLayer {
    /// Finds out what changes where a position takes the place of another one, and has the rows of it
    /// brought near. Gives the position's patterns.
    #[inline(always)]
    pub(super) fn find_changes<K: Kernel>(
        &self,
        base: &Accumulator,
        position: &Position,
        changes: &mut RowChanges,
    ) -> PatternList {
        let RowChanges { points, patterns } = changes;
        points.clear();
        patterns.clear();
        changes::of_points(&base.position, position, points);
        assert!(points.are_below(self.points.rows()));
        let Some(rows) = &self.patterns else { return PatternList::empty() };
        let after = rows.set.of(position);
        changes::of_patterns::<K>(&base.patterns, &after, rows.set.aligned(), patterns);
        assert!(patterns.are_below(rows.bytes.rows()));
        // The table is too large for the nearer caches. What goes has been read for others.
        for &row in patterns.added() {
            prefetch(rows.bytes.row(row.into()));
        }
        after
    }

    /// What checkers and patterns give to the position that the changes lead to.
    #[inline(always)]
    pub(super) fn update<K: Kernel>(
        &self,
        base: &Accumulator,
        changes: &RowChanges,
        words: &mut [i16],
    ) {
        assert!(base.words.stride() == self.width && words.len() == self.width);
        let points = &changes.points;
        // A closure would not be compiled for the kernel.
        let patterns = self.patterns.as_ref().zip(Some(&changes.patterns));
        let mut column = 0;
        while column < self.width {
            // SAFETY: the columns lie within the rows, and `find_changes` finds rows that are there.
            unsafe {
                let from = base.words.as_ptr().add(column);
                let to = words.as_mut_ptr().add(column);
                let left = (self.width - column) / K::WORDS;
                column += K::WORDS
                    * match left.min(K::TILE) {
                        8.. => self.update_tile::<K, 8>(column, from, to, points, patterns),
                        4.. => self.update_tile::<K, 4>(column, from, to, points, patterns),
                        2.. => self.update_tile::<K, 2>(column, from, to, points, patterns),
                        _ => self.update_tile::<K, 1>(column, from, to, points, patterns),
                    };
            }
        }
    }

    /// `VECTORS` vectors of it. Gives `VECTORS`.
    ///
    /// # Safety
    /// There are so many vectors from `column` on in all rows, and all rows are in their tables.
    #[inline(always)]
    unsafe fn update_tile<K: Kernel, const VECTORS: usize>(
        &self,
        column: usize,
        from: *const i16,
        to: *mut i16,
        points: &PointChanges,
        patterns: Option<(&PatternRows, &PatternChanges)>,
    ) -> usize {
        // SAFETY: the caller's.
        unsafe {
            let mut tile = [K::zero(); VECTORS];
            if let Some((rows, changes)) = patterns {
                let first = rows.bytes.as_ptr().add(column);
                for &added in changes.added() {
                    let row = first.add(usize::from(added) * self.width);
                    for (vector, sum) in tile.iter_mut().enumerate() {
                        *sum = K::add_words(*sum, K::widen_bytes(row.add(vector * K::WORDS)));
                    }
                }
                for &removed in changes.removed() {
                    let row = first.add(usize::from(removed) * self.width);
                    for (vector, sum) in tile.iter_mut().enumerate() {
                        *sum = K::sub_words(*sum, K::widen_bytes(row.add(vector * K::WORDS)));
                    }
                }
                let factors = rows.factors.as_ptr().add(column);
                for (vector, sum) in tile.iter_mut().enumerate() {
                    *sum = K::mul_words(*sum, K::load_words(factors.add(vector * K::WORDS)));
                }
            }
            for (vector, sum) in tile.iter_mut().enumerate() {
                *sum = K::add_words(*sum, K::load_words(from.add(vector * K::WORDS)));
            }
            let first = self.points.as_ptr().add(column);
            for &added in points.added() {
                let row = first.add(usize::from(added) * self.width);
                for (vector, sum) in tile.iter_mut().enumerate() {
                    *sum = K::add_words(*sum, K::load_words(row.add(vector * K::WORDS)));
                }
            }
            for &removed in points.removed() {
                let row = first.add(usize::from(removed) * self.width);
                for (vector, sum) in tile.iter_mut().enumerate() {
                    *sum = K::sub_words(*sum, K::load_words(row.add(vector * K::WORDS)));
                }
            }
            for (vector, sum) in tile.iter().enumerate() {
                K::store_words(to.add(vector * K::WORDS), *sum);
            }
        }
        VECTORS
    }
}
