//! Sparse matrices and their products.
//!
//! Nearly all inputs of a position are zero, and four of five rectified units are inactive. Forward
//! and backward passes only process the others.

use pulp::{Arch, Simd, WithSimd};

/// A sparse matrix in row order; only nonzero numbers are stored.
#[derive(Default)]
pub(crate) struct Sparse {
    /// Column and value of each nonzero number.
    entries: Vec<(u32, f32)>,
    /// End of each row in `entries`.
    ends: Vec<usize>,
}

/// Numbers of a row that are scanned together.
const TOGETHER: usize = 64;

impl Sparse {
    /// Removes all rows.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// Appends a row in sparse form.
    pub(crate) fn push_row(&mut self, entries: &[(u32, f32)]) {
        self.entries.extend_from_slice(entries);
        self.ends.push(self.entries.len());
    }

    /// Appends dense rows of `width` numbers each.
    pub(crate) fn push_dense(&mut self, rows: &[f32], width: usize) {
        let mut found = [(0, 0.0); TOGETHER];
        for row in rows.chunks_exact(width) {
            for (chunk, numbers) in row.chunks(TOGETHER).enumerate() {
                let mut count = 0;
                // No branch: zeros cannot be predicted.
                for (index, &number) in numbers.iter().enumerate() {
                    found[count] = ((chunk * TOGETHER + index) as u32, number);
                    count += usize::from(number != 0.0);
                }
                self.entries.extend_from_slice(&found[..count]);
            }
            self.ends.push(self.entries.len());
        }
    }

    /// Iterates over the rows in sparse form.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.entries[start..end])
    }

    /// Writes the matrix in dense form, with `width` columns.
    pub(crate) fn write_dense(&self, width: usize, to: &mut Vec<f32>) {
        to.clear();
        to.resize(self.ends.len() * width, 0.0);
        for (to, row) in to.chunks_exact_mut(width).zip(self.rows()) {
            for &(column, number) in row {
                to[column as usize] = number;
            }
        }
    }

    /// Sets `to` to the transpose of this matrix, which has `columns` columns.
    pub(crate) fn transpose(&self, columns: usize, to: &mut Self) {
        to.ends.clear();
        to.ends.resize(columns + 1, 0);
        for &(column, _) in &self.entries {
            to.ends[column as usize + 1] += 1;
        }
        for column in 0..columns {
            to.ends[column + 1] += to.ends[column];
        }
        to.entries.resize(self.entries.len(), (0, 0.0));
        // `ends[column]` is now the start of a column; after it has been filled, it is its end.
        for (number, row) in self.rows().enumerate() {
            for &(column, value) in row {
                let next = &mut to.ends[column as usize];
                to.entries[*next] = (number as u32, value);
                *next += 1;
            }
        }
        to.ends.truncate(columns);
    }

    /// Adds the product with a dense matrix, in rows of `width` numbers, to `sums`.
    ///
    /// # Panics
    /// If the dense matrix has fewer rows than this one has columns, or `sums` has fewer rows than
    /// this one.
    pub(crate) fn multiply_add(&self, dense: &[f32], width: usize, sums: &mut [f32]) {
        Arch::new().dispatch(Multiply { sparse: self, dense, width, sums, adds: true });
    }

    /// Sets `sums` to the product with a dense matrix, in rows of `width` numbers.
    ///
    /// # Panics
    /// If the dense matrix has fewer rows than this one has columns.
    pub(crate) fn multiply(&self, dense: &[f32], width: usize, sums: &mut Vec<f32>) {
        // Existing numbers are overwritten.
        sums.resize(self.ends.len() * width, 0.0);
        Arch::new().dispatch(Multiply { sparse: self, dense, width, sums, adds: false });
    }

    /// Replaces each number x by `slope(x)` times the dot product of two rows: the row of `left`
    /// with the number's row index and the row of `right` with its column index.
    ///
    /// # Panics
    /// If `left` or `right` has too few rows of `width` numbers.
    pub(crate) fn replace(
        &mut self,
        [left, right]: [&[f32]; 2],
        width: usize,
        slope: impl Fn(f32) -> f32,
    ) {
        Arch::new().dispatch(Replace { sparse: self, left, right, width, slope });
    }
}

struct Multiply<'a> {
    sparse: &'a Sparse,
    dense: &'a [f32],
    width: usize,
    sums: &'a mut [f32],
    /// True to add the product to `sums`, false to overwrite them.
    adds: bool,
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let mut first = 0;
        while self.width - first >= 8 * S::F32_LANES {
            first += self.columns::<S, 8>(simd, first);
        }
        if self.width - first >= 4 * S::F32_LANES {
            first += self.columns::<S, 4>(simd, first);
        }
        if self.width - first >= 2 * S::F32_LANES {
            first += self.columns::<S, 2>(simd, first);
        }
        if self.width - first >= S::F32_LANES {
            first += self.columns::<S, 1>(simd, first);
        }
        if first < self.width {
            self.last_columns(simd, first);
        }
    }
}

impl Multiply<'_> {
    /// Computes some vectors of each row and returns their number of columns. The sums stay in
    /// registers, and the columns of a matrix that is not too large stay in the first-level cache.
    #[inline(always)]
    fn columns<S: Simd, const VECTORS: usize>(&mut self, simd: S, first: usize) -> usize {
        let columns = VECTORS * S::F32_LANES;
        let mut start = 0;
        for (row, &end) in self.sparse.ends.iter().enumerate() {
            let entries = &self.sparse.entries[start..end];
            start = end;
            if self.adds && entries.is_empty() {
                continue;
            }
            let to = &mut self.sums[row * self.width + first..][..columns];
            let (to, _) = S::as_mut_simd_f32s(to);
            let mut sums = [simd.splat_f32s(0.0); VECTORS];
            if self.adds {
                sums.copy_from_slice(to);
            }
            for &(column, number) in entries {
                let from = &self.dense[column as usize * self.width + first..][..columns];
                let (from, _) = S::as_simd_f32s(from);
                let number = simd.splat_f32s(number);
                for (sum, &from) in sums.iter_mut().zip(from) {
                    *sum = simd.mul_add_f32s(number, from, *sum);
                }
            }
            to.copy_from_slice(&sums);
        }
        columns
    }

    /// Computes the rest of each row, less than a vector.
    #[inline(always)]
    fn last_columns<S: Simd>(&mut self, simd: S, first: usize) {
        let columns = self.width - first;
        let mut start = 0;
        for (row, &end) in self.sparse.ends.iter().enumerate() {
            let to = &mut self.sums[row * self.width + first..][..columns];
            let mut sum = simd.splat_f32s(0.0);
            if self.adds {
                sum = simd.partial_load_f32s(to);
            }
            for &(column, number) in &self.sparse.entries[start..end] {
                let from = &self.dense[column as usize * self.width + first..][..columns];
                let from = simd.partial_load_f32s(from);
                sum = simd.mul_add_f32s(simd.splat_f32s(number), from, sum);
            }
            simd.partial_store_f32s(to, sum);
            start = end;
        }
    }
}

struct Replace<'a, F> {
    sparse: &'a mut Sparse,
    left: &'a [f32],
    right: &'a [f32],
    width: usize,
    slope: F,
}

impl<F: Fn(f32) -> f32> WithSimd for Replace<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { sparse: Sparse { entries, ends }, left, right, width, slope } = self;
        let mut start = 0;
        for (left, &end) in left.chunks_exact(width).zip(&*ends) {
            let (left, left_rest) = S::as_simd_f32s(left);
            for (column, number) in &mut entries[start..end] {
                let right = &right[*column as usize * width..][..width];
                let (right, right_rest) = S::as_simd_f32s(right);
                let mut sums = simd.mul_f32s(
                    simd.partial_load_f32s(left_rest),
                    simd.partial_load_f32s(right_rest),
                );
                for (&left, &right) in left.iter().zip(right) {
                    sums = simd.mul_add_f32s(left, right, sums);
                }
                *number = simd.reduce_sum_f32s(sums) * slope(*number);
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Integers, so that products are exact. Most of them are zero.
    fn matrix(rows: usize, columns: usize, seed: usize) -> Vec<f32> {
        let number = |i: usize| {
            let mixed = (i + seed) * 2_654_435_761 % 1_000_003;
            if mixed.is_multiple_of(3) { (mixed % 13) as f32 - 6.0 } else { 0.0 }
        };
        (0..rows * columns).map(number).collect()
    }

    fn sparse(numbers: &[f32], columns: usize) -> Sparse {
        let mut sparse = Sparse::default();
        sparse.push_dense(numbers, columns);
        sparse
    }

    #[test]
    fn what_is_written_out_and_changed_about_is_the_same_matrix() {
        let (numbers, mut again) = (matrix(9, 31, 1), Vec::new());
        let whole = sparse(&numbers, 31);
        assert!(whole.entries.len() < 150 && whole.rows().count() == 9);
        whole.write_dense(31, &mut again);
        assert_eq!(again, numbers);
        let mut turned = Sparse::default();
        whole.transpose(31, &mut turned);
        turned.write_dense(9, &mut again);
        for (i, number) in numbers.iter().enumerate() {
            assert_eq!(again[i % 31 * 9 + i / 31], *number);
        }
        let mut copied = Sparse::default();
        whole.rows().for_each(|row| copied.push_row(row));
        assert_eq!((copied.entries, copied.ends), (whole.entries, whole.ends));
    }

    #[test]
    fn products_are_sums_of_products_for_any_width() {
        for width in [1, 3, 8, 16, 20, 32, 61, 128, 150, 256] {
            let (left, right) = (matrix(7, 12, width), matrix(12, width, 5));
            let (mut got, mut want) = (vec![1.0; 7 * width], vec![1.0; 7 * width]);
            sparse(&left, 12).multiply_add(&right, width, &mut got);
            for (i, want) in want.iter_mut().enumerate() {
                let (row, column) = (i / width, i % width);
                *want +=
                    (0..12).map(|k| left[row * 12 + k] * right[k * width + column]).sum::<f32>();
            }
            assert_eq!(got, want, "{width}");
            sparse(&left, 12).multiply(&right, width, &mut got);
            want.iter_mut().for_each(|sum| *sum -= 1.0);
            assert_eq!(got, want, "{width}");
        }
    }

    #[test]
    fn numbers_are_replaced_by_products_of_rows() {
        for width in [1, 6, 8, 31, 64] {
            let (left, right) = (matrix(7, width, 2), matrix(12, width, 3));
            let before = matrix(7, 12, 4);
            let (mut products, mut after) = (sparse(&before, 12), Vec::new());
            products.replace([&left, &right], width, |number| 2.0 * number);
            products.write_dense(12, &mut after);
            for (i, (before, after)) in before.iter().zip(after).enumerate() {
                let [left, right] = [&left[i / 12 * width..], &right[i % 12 * width..]];
                let product: f32 = left.iter().zip(right).take(width).map(|(a, b)| a * b).sum();
                assert_eq!(after, 2.0 * before * product);
            }
        }
    }
}
