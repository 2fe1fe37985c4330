//! Accumulators: the first layer's sums before activation, efficiently updated from one position to
//! another by adding and subtracting rows of weights (NNUE).

use super::{
    quantization::FEATURE_SHIFT,
    quantized_first::{FirstLayer, PatternRows},
};
use crate::{
    inference::{
        changes::{PatternChanges, PointChanges},
        first_layer::EMPTY,
        rows::Rows,
    },
    inputs::{CheckerChanges, PatternSlots, Patterns},
    simd::{Kernel, prefetch},
};
use sheshbesh_movegen::Position;

/// The first layer's sums for a position, before its units are rectified.
#[derive(Clone)]
pub(super) struct Accumulator {
    pub(super) position: Position,
    pub(super) patterns: PatternSlots,
    /// Contributions of checkers and patterns, and the biases.
    pub(super) row_sums: Rows<i16>,
    /// Quantised features.
    pub(super) features: Rows<i16>,
    /// Contributions of features.
    pub(super) feature_sums: Rows<i32>,
}

impl Accumulator {
    /// Creates an accumulator of biases only: no checkers, no features, and not even the patterns
    /// of an empty board.
    pub(super) fn of_biases(first: &FirstLayer, features: usize) -> Self {
        let mut feature_sums = Rows::zeros(1, first.width);
        // Half a step of the result, so that the shift rounds to the nearest integer.
        feature_sums.as_mut_slice().fill(1 << (FEATURE_SHIFT - 1));
        Self {
            position: EMPTY,
            patterns: PatternSlots::EMPTY,
            row_sums: first.biases.clone(),
            features: Rows::zeros(1, features),
            feature_sums,
        }
    }

    /// Creates an accumulator of an empty board without features.
    pub(super) fn of_empty_board(first: &FirstLayer, features: usize) -> Self {
        let mut empty = Self::of_biases(first, features);
        if let Some(rows) = &first.patterns {
            for &pattern in rows.set.of(&EMPTY).numbers() {
                let bytes = rows.bytes.row(pattern.into()).iter().zip(rows.factors.row(0));
                for (sum, (&byte, &factor)) in empty.row_sums.row_mut(0).iter_mut().zip(bytes) {
                    *sum = sum.wrapping_add(i16::from(byte).wrapping_mul(factor));
                }
            }
        }
        empty
    }
}

/// Changes from one position to another.
pub(super) struct RowChanges {
    checkers: CheckerChanges,
    points: PointChanges,
    patterns: PatternChanges,
    /// The patterns of the position.
    pub(super) slots: PatternSlots,
}

impl RowChanges {
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self {
            checkers: CheckerChanges::none(),
            points: PointChanges::none(),
            patterns: PatternChanges::none(),
            slots: PatternSlots::EMPTY,
        }
    }
}

impl FirstLayer {
    /// Finds the changes from one position to another, and prefetches their rows. `slots` holds the
    /// patterns of the first position.
    #[inline(always)]
    pub(super) fn find_changes<P: Patterns>(
        &self,
        before: &Position,
        slots: &PatternSlots,
        position: &Position,
        changes: &mut RowChanges,
    ) {
        let RowChanges { checkers, points, patterns, slots: after } = changes;
        checkers.find(before, position);
        points.find(checkers);
        if self.patterns.is_some() {
            patterns.clear();
            P::copy(slots, after);
            P::follow(after, position, checkers, patterns);
        }
        self.prefetch_rows(changes);
    }

    /// Finds the rows of a position that is derived from nothing, not even patterns. Does not set
    /// `slots`. The rows are not prefetched: they are added immediately, so it would gain nothing.
    #[inline(always)]
    pub(super) fn find_all<P: Patterns>(&self, position: &Position, changes: &mut RowChanges) {
        let RowChanges { points, patterns, .. } = changes;
        points.find_all(position);
        if let Some(rows) = &self.patterns {
            patterns.all(&P::of(position));
            assert!(patterns.are_below(rows.bytes.rows()));
        }
        debug_assert!(points.are_below(self.points.rows()));
    }

    /// Prefetches the rows of added patterns, because the table is too large for the nearer caches.
    /// Removed rows have been read for other positions.
    #[inline(always)]
    fn prefetch_rows(&self, changes: &RowChanges) {
        debug_assert!(changes.points.are_below(self.points.rows()));
        if let Some(rows) = &self.patterns {
            debug_assert!(changes.patterns.are_below(rows.bytes.rows()));
            for &row in changes.patterns.added() {
                // Indexing checks that added rows exist. Removed rows were added before.
                prefetch(rows.bytes.row(row.into()));
            }
        }
    }

    /// Writes the contributions of checkers and patterns for the position that the changes lead to.
    #[inline(always)]
    pub(super) fn update<K: Kernel>(
        &self,
        before: &[i16],
        changes: &RowChanges,
        row_sums: &mut [i16],
    ) {
        assert!(before.len() == self.width && row_sums.len() == self.width);
        let points = &changes.points;
        // A closure would not be compiled for the kernel.
        let patterns = self.patterns.as_ref().zip(Some(&changes.patterns));
        let mut column = 0;
        while column < self.width {
            // SAFETY: the columns lie within the rows. Every index and count of a side has a row.
            // `find_all` and `prefetch_rows` check that the rows of patterns exist.
            unsafe {
                let from = before.as_ptr().add(column);
                let to = row_sums.as_mut_ptr().add(column);
                let left = (self.width - column) / K::I16_LANES;
                column += K::I16_LANES
                    * match left.min(K::TILE) {
                        8.. => self.update_tile::<K, 8>(column, from, to, points, patterns),
                        4.. => self.update_tile::<K, 4>(column, from, to, points, patterns),
                        2.. => self.update_tile::<K, 2>(column, from, to, points, patterns),
                        _ => self.update_tile::<K, 1>(column, from, to, points, patterns),
                    };
            }
        }
    }

    /// Updates `VECTORS` vectors. Returns `VECTORS`.
    ///
    /// # Safety
    /// All rows have `VECTORS` vectors from `column` on, and all row numbers are within their
    /// tables.
    #[inline(always)]
    unsafe fn update_tile<K: Kernel, const VECTORS: usize>(
        &self,
        column: usize,
        from: *const i16,
        to: *mut i16,
        points: &PointChanges,
        patterns: Option<(&PatternRows, &PatternChanges)>,
    ) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let mut tile = [K::zero(); VECTORS];
            if let Some((rows, changes)) = patterns {
                let (first, stride) = (rows.bytes.as_ptr().add(column), rows.bytes.stride());
                for &added in changes.added() {
                    let row = first.add(usize::from(added) * stride);
                    for (vector, sum) in tile.iter_mut().enumerate() {
                        *sum = K::add_i16s(*sum, K::widen_i8s(row.add(vector * K::I16_LANES)));
                    }
                }
                for &removed in changes.removed() {
                    let row = first.add(usize::from(removed) * stride);
                    for (vector, sum) in tile.iter_mut().enumerate() {
                        *sum = K::sub_i16s(*sum, K::widen_i8s(row.add(vector * K::I16_LANES)));
                    }
                }
                let factors = rows.factors.as_ptr().add(column);
                for (vector, sum) in tile.iter_mut().enumerate() {
                    *sum = K::mul_i16s(*sum, K::load_i16s(factors.add(vector * K::I16_LANES)));
                }
            }
            for (vector, sum) in tile.iter_mut().enumerate() {
                *sum = K::add_i16s(*sum, K::load_i16s(from.add(vector * K::I16_LANES)));
            }
            let first = self.points.as_ptr().add(column);
            for &added in points.added() {
                let row = first.add(usize::from(added) * self.width);
                for (vector, sum) in tile.iter_mut().enumerate() {
                    *sum = K::add_i16s(*sum, K::load_i16s(row.add(vector * K::I16_LANES)));
                }
            }
            for &removed in points.removed() {
                let row = first.add(usize::from(removed) * self.width);
                for (vector, sum) in tile.iter_mut().enumerate() {
                    *sum = K::sub_i16s(*sum, K::load_i16s(row.add(vector * K::I16_LANES)));
                }
            }
            for (vector, sum) in tile.iter().enumerate() {
                K::store_i16s(to.add(vector * K::I16_LANES), *sum);
            }
        }
        VECTORS
    }
}
