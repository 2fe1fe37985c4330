//! Matrices most of whose numbers are zero, and their products.
//!
//! Of the inputs of a position nearly all are zero, and of rectified units four in five are off. What
//! learns has to do with those that are not, forwards and backwards.

use pulp::{Arch, Simd, WithSimd};

/// A matrix of which only those numbers are kept that are not zero, row by row.
#[derive(Default)]
pub(crate) struct Sparse {
    /// Column and number.
    entries: Vec<(u32, f32)>,
    /// Where each row's end.
    ends: Vec<usize>,
}

/// Numbers of a row that are looked through together.
const TOGETHER: usize = 64;

impl Sparse {
    /// Without rows.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// Adds a row that is written like those here.
    pub(crate) fn push_row(&mut self, entries: &[(u32, f32)]) {
        self.entries.extend_from_slice(entries);
        self.ends.push(self.entries.len());
    }

    /// Adds rows that are written out, so many numbers each.
    pub(crate) fn push_dense(&mut self, rows: &[f32], width: usize) {
        let mut found = [(0, 0.0); TOGETHER];
        for row in rows.chunks_exact(width) {
            for (chunk, numbers) in row.chunks(TOGETHER).enumerate() {
                let mut count = 0;
                // Without a branch: which ones are zero cannot be foreseen.
                for (place, &number) in numbers.iter().enumerate() {
                    found[count] = ((chunk * TOGETHER + place) as u32, number);
                    count += usize::from(number != 0.0);
                }
                self.entries.extend_from_slice(&found[..count]);
            }
            self.ends.push(self.entries.len());
        }
    }

    /// The rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.entries[start..end])
    }

    /// Writes the matrix out, with so many columns.
    pub(crate) fn write_dense(&self, width: usize, to: &mut Vec<f32>) {
        to.clear();
        to.resize(self.ends.len() * width, 0.0);
        for (to, row) in to.chunks_exact_mut(width).zip(self.rows()) {
            for &(column, number) in row {
                to[column as usize] = number;
            }
        }
    }

    /// Makes `to` the same matrix with its rows and columns changed about; it has `columns` of them.
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
        // Now `ends[column]` is where a column begins; when it is full, it is where it ends.
        for (number, row) in self.rows().enumerate() {
            for &(column, value) in row {
                let next = &mut to.ends[column as usize];
                to.entries[*next] = (number as u32, value);
                *next += 1;
            }
        }
        to.ends.truncate(columns);
    }

    /// Adds the product with a matrix that is written out in rows of `width` numbers.
    ///
    /// # Panics
    /// When the matrix has fewer rows than this one has columns, or `sums` fewer than this one.
    pub(crate) fn multiply_add(&self, dense: &[f32], width: usize, sums: &mut [f32]) {
        Arch::new().dispatch(Multiply { sparse: self, dense, width, sums, adds: true });
    }

    /// Makes `sums` that product.
    ///
    /// # Panics
    /// When the matrix has fewer rows than this one has columns.
    pub(crate) fn multiply(&self, dense: &[f32], width: usize, sums: &mut Vec<f32>) {
        // What is there already is written over.
        sums.resize(self.ends.len() * width, 0.0);
        Arch::new().dispatch(Multiply { sparse: self, dense, width, sums, adds: false });
    }

    /// Puts in place of each number the product of a row of `left`, that of its own row's number,
    /// with a row of `right`, that of its column's, times what `slope` makes of the number itself.
    ///
    /// # Panics
    /// When one of them has too few rows of `width` numbers.
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
    /// Whether the product is added to what is there.
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
    /// Some vectors of each row, which stay in the registers, and of a matrix that is not too large
    /// in the first-level cache. Gives how many columns they are.
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

    /// What is left of each row, less than a vector.
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

    /// Whole numbers, so that products are exact, and most of them zero.
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
