//! Dense layers in floats: matrix multiplication in register tiles, which skips zero columns, and
//! activation functions.

use crate::{
    inference::{rows::Rows, softmax},
    shape::Activation,
    simd::Kernel,
};
use std::{mem::MaybeUninit, ops::Range};

/// A matrix of floats.
pub(super) type Matrix = Rows<f32>;

/// Copies the only row of a matrix to some rows of another one.
// Rows are so short that a call of `memcpy` for each would cost time.
#[inline(always)]
pub(super) fn fill<K: Kernel>(sums: &mut Matrix, with: &Matrix, rows: Range<usize>) {
    let width = sums.stride();
    assert!(with.as_slice().len() == width && rows.end * width <= sums.as_slice().len());
    for row in rows {
        for column in (0..width).step_by(K::LANES) {
            // SAFETY: rows are whole vectors and lie within the matrices.
            unsafe {
                let vector = K::load(with.as_slice().as_ptr().add(column));
                K::store(sums.as_mut_slice().as_mut_ptr().add(row * width + column), vector);
            }
        }
    }
}

/// Adds rows of `left` × `right` to the rows of `sums` with the same numbers. `columns` limits the
/// columns of `left` and the rows of `right` that are used.
///
/// Columns that are zero in all rows of a tile are skipped. Most units of a rectified layer are
/// off, and the candidate plays of a roll have much in common.
#[inline(always)]
pub(super) fn multiply_add<K: Kernel>(
    sums: &mut Matrix,
    left: &Matrix,
    right: &Matrix,
    rows: Range<usize>,
    columns: Range<usize>,
) {
    // The two `match` expressions on counts cover no more. Their guards keep tiles that a kernel never
    // needs from being compiled for it.
    const { assert!(K::ROWS <= 6 && K::VECTORS <= 4) };
    check(sums, left, right, &rows, &columns);
    let mut first = rows.start;
    while first < rows.end {
        let count = (rows.end - first).min(K::ROWS);
        // SAFETY: the tiles stay within the rows and columns checked above.
        unsafe {
            let block = Block::new(sums, left, right, first);
            match count {
                2 if K::ROWS >= 2 => block.multiply_add::<K, 2>(columns.clone()),
                3 if K::ROWS >= 3 => block.multiply_add::<K, 3>(columns.clone()),
                4 if K::ROWS >= 4 => block.multiply_add::<K, 4>(columns.clone()),
                5 if K::ROWS >= 5 => block.multiply_add::<K, 5>(columns.clone()),
                6 if K::ROWS >= 6 => block.multiply_add::<K, 6>(columns.clone()),
                _ => block.multiply_add_row::<K>(columns.clone()),
            }
        }
        first += count;
    }
}

/// Does the same for columns that are nearly all zero, and not the same columns in each row.
#[inline(always)]
pub(super) fn multiply_add_sparse<K: Kernel>(
    sums: &mut Matrix,
    left: &Matrix,
    right: &Matrix,
    rows: Range<usize>,
    columns: Range<usize>,
) {
    check(sums, left, right, &rows, &columns);
    for row in rows {
        // SAFETY: the row and the columns are checked above.
        unsafe { Block::new(sums, left, right, row).multiply_add_row::<K>(columns.clone()) };
    }
}

/// Asserts that rows and columns are within the matrices.
#[inline(always)]
fn check(
    sums: &Matrix,
    left: &Matrix,
    right: &Matrix,
    rows: &Range<usize>,
    columns: &Range<usize>,
) {
    let width = sums.stride();
    assert_eq!(width, right.stride());
    assert!(columns.end <= left.stride() && columns.end * width <= right.as_slice().len());
    assert!(rows.end * left.stride() <= left.as_slice().len());
    assert!(rows.end * width <= sums.as_slice().len());
}

/// Number of columns that are scanned for zeros at a time.
const CHUNK: usize = 512;
/// Number of lanes of the longest vectors.
const MOST_LANES: usize = 16;

/// Columns in which some row is not zero. They are written in blocks of a vector's lanes.
struct Used {
    columns: [MaybeUninit<u16>; CHUNK + MOST_LANES],
    count: usize,
}

impl Used {
    #[inline(always)]
    fn none() -> Self {
        Self { columns: [MaybeUninit::uninit(); CHUNK + MOST_LANES], count: 0 }
    }

    #[inline(always)]
    fn columns(&self) -> &[u16] {
        // SAFETY: the first `count` columns have been written.
        unsafe { std::slice::from_raw_parts(self.columns.as_ptr().cast(), self.count) }
    }
}

/// Computes `VECTORS` vectors of sums of one row, each as `STREAMS` partial sums. Returns
/// `VECTORS`.
///
/// # Safety
/// `sums` points to `VECTORS` vectors. For each column in `used`, `left` has a number, and `right`
/// has a row of `width` numbers. From the pointer `right` on, each row has `VECTORS` vectors.
#[inline(always)]
unsafe fn row_tile<K: Kernel, const VECTORS: usize, const STREAMS: usize>(
    sums: *mut f32,
    left: *const f32,
    used: &[u16],
    right: *const f32,
    width: usize,
) -> usize {
    // SAFETY: the caller has checked the columns.
    unsafe {
        let mut partial = [[K::splat(0.0); VECTORS]; STREAMS];
        for (vector, sum) in partial[0].iter_mut().enumerate() {
            *sum = K::load(sums.add(vector * K::LANES));
        }
        let add = |partial: &mut [K::Vector; VECTORS], k: u16| {
            let value = K::splat(*left.add(usize::from(k)));
            let row = right.add(usize::from(k) * width);
            for (vector, sum) in partial.iter_mut().enumerate() {
                *sum = K::multiply_add(value, K::load(row.add(vector * K::LANES)), *sum);
            }
        };
        let groups = used.chunks_exact(STREAMS);
        let rest = groups.remainder();
        for group in groups {
            for (partial, &k) in partial.iter_mut().zip(group) {
                add(partial, k);
            }
        }
        for (partial, &k) in partial.iter_mut().zip(rest) {
            add(partial, k);
        }
        for vector in 0..VECTORS {
            let mut sum = partial[0][vector];
            for other in &partial[1..] {
                sum = K::add(sum, other[vector]);
            }
            K::store(sums.add(vector * K::LANES), sum);
        }
    }
    VECTORS
}

/// Some rows of a matrix product.
struct Block {
    sums: *mut f32,
    left: *const f32,
    right: *const f32,
    left_stride: usize,
    width: usize,
}

impl Block {
    /// Returns the rows from `first` on.
    #[inline(always)]
    fn new(sums: &mut Matrix, left: &Matrix, right: &Matrix, first: usize) -> Self {
        Self {
            width: sums.stride(),
            sums: sums.as_mut_slice()[first * right.stride()..].as_mut_ptr(),
            left: left.as_slice()[first * left.stride()..].as_ptr(),
            right: right.as_slice().as_ptr(),
            left_stride: left.stride(),
        }
    }

    /// Finds the columns that have a nonzero number in any row.
    ///
    /// # Safety
    /// `left` has `ROWS` rows. The columns lie within them and are at most [`CHUNK`].
    // As a return value, `used` would be copied.
    #[inline(always)]
    unsafe fn find_used<K: Kernel, const ROWS: usize>(
        &self,
        columns: Range<usize>,
        used: &mut Used,
    ) {
        used.count = 0;
        // Rows are whole vectors, so the first and the last vector may extend beyond the columns.
        let mut first = columns.start - columns.start % K::LANES;
        while first < columns.end {
            // SAFETY: the vectors lie within the rows; each adds no more columns than it has lanes.
            unsafe {
                let vector = |row| K::load(self.left.add(row * self.left_stride + first));
                let any = (1..ROWS).fold(vector(0), |any, row| K::or(any, vector(row)));
                let mut mask = K::nonzero(any);
                mask &= !0 << columns.start.saturating_sub(first);
                mask &= !0 >> (u32::BITS as usize - (columns.end - first).min(K::LANES));
                let next = used.columns.as_mut_ptr().add(used.count).cast();
                used.count += K::write_set_bits(mask, first as u32, next);
            }
            first += K::LANES;
        }
    }

    /// Adds `ROWS` rows of the product.
    ///
    /// # Safety
    /// The rows and columns are within the matrices.
    #[inline(always)]
    unsafe fn multiply_add<K: Kernel, const ROWS: usize>(&self, columns: Range<usize>) {
        let (mut start, mut used) = (columns.start, Used::none());
        while start < columns.end {
            let end = columns.end.min(start + CHUNK);
            // SAFETY: the caller has checked the columns; the vectors lie within the row.
            unsafe {
                self.find_used::<K, ROWS>(start..end, &mut used);
                let used = used.columns();
                let mut column = 0;
                while column < self.width {
                    let vectors = ((self.width - column) / K::LANES).min(K::VECTORS);
                    match vectors {
                        2 if K::VECTORS >= 2 => self.tile::<K, ROWS, 2>(column, used),
                        3 if K::VECTORS >= 3 => self.tile::<K, ROWS, 3>(column, used),
                        4 if K::VECTORS >= 4 => self.tile::<K, ROWS, 4>(column, used),
                        _ => self.tile::<K, ROWS, 1>(column, used),
                    }
                    column += vectors * K::LANES;
                }
            }
            start = end;
        }
    }

    /// Computes `ROWS` × `VECTORS` vectors of sums, all in registers.
    ///
    /// # Safety
    /// There are `ROWS` rows, `VECTORS` vectors from `column` on, and all columns in `used`.
    #[inline(always)]
    unsafe fn tile<K: Kernel, const ROWS: usize, const VECTORS: usize>(
        &self,
        column: usize,
        used: &[u16],
    ) {
        // SAFETY: the caller has checked that rows and columns are within the matrices.
        unsafe {
            let mut sums: [[K::Vector; VECTORS]; ROWS] = [[K::splat(0.0); VECTORS]; ROWS];
            for (row, sums) in sums.iter_mut().enumerate() {
                for (vector, sum) in sums.iter_mut().enumerate() {
                    *sum = K::load(self.sums.add(row * self.width + column + vector * K::LANES));
                }
            }
            for &k in used {
                let k = usize::from(k);
                let mut right = [K::splat(0.0); VECTORS];
                for (vector, right) in right.iter_mut().enumerate() {
                    *right = K::load(self.right.add(k * self.width + column + vector * K::LANES));
                }
                for (row, sums) in sums.iter_mut().enumerate() {
                    let left = K::splat(*self.left.add(row * self.left_stride + k));
                    for (sum, right) in sums.iter_mut().zip(right) {
                        *sum = K::multiply_add(left, right, *sum);
                    }
                }
            }
            for (row, sums) in sums.iter().enumerate() {
                for (vector, sum) in sums.iter().enumerate() {
                    K::store(self.sums.add(row * self.width + column + vector * K::LANES), *sum);
                }
            }
        }
    }

    /// Adds a single row of the product.
    ///
    /// # Safety
    /// As for `multiply_add`.
    #[inline(always)]
    unsafe fn multiply_add_row<K: Kernel>(&self, columns: Range<usize>) {
        let (mut start, mut used) = (columns.start, Used::none());
        while start < columns.end {
            let end = columns.end.min(start + CHUNK);
            // SAFETY: the caller has checked the columns; the vectors lie within the row.
            unsafe {
                self.find_used::<K, 1>(start..end, &mut used);
                let used = used.columns();
                let mut column = 0;
                while column < self.width {
                    let (sums, right) = (self.sums.add(column), self.right.add(column));
                    let (left, width) = (self.left, self.width);
                    // At least eight sums are in progress at a time, to hide the latency of
                    // additions.
                    column += K::LANES
                        * match ((width - column) / K::LANES).min(K::ROW_VECTORS) {
                            16.. => row_tile::<K, 16, 1>(sums, left, used, right, width),
                            8.. => row_tile::<K, 8, 1>(sums, left, used, right, width),
                            4.. => row_tile::<K, 4, 2>(sums, left, used, right, width),
                            2.. => row_tile::<K, 2, 4>(sums, left, used, right, width),
                            _ => row_tile::<K, 1, 8>(sums, left, used, right, width),
                        };
                }
            }
            start = end;
        }
    }
}

/// Applies an activation to each number.
#[inline(always)]
pub(super) fn activate(activation: Activation, sums: &mut [f32]) {
    match activation {
        Activation::Relu => sums.iter_mut().for_each(|x| *x = x.max(0.0)),
        Activation::Sigmoid => sums.iter_mut().for_each(|x| *x = 1.0 / (1.0 + softmax::exp(-*x))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        net::MOST_UNITS,
        simd::{Instructions, Task},
    };

    /// Column numbers have 16 bits, see `MOST_UNITS`.
    #[test]
    fn the_last_column_of_the_widest_layer_counts() {
        struct LastColumn;
        impl Task for LastColumn {
            type Output = [f32; 2];

            #[inline(always)]
            fn run<K: Kernel>(self) -> [f32; 2] {
                let (mut sums, mut left) = (Matrix::zeros(2, 1), Matrix::zeros(2, MOST_UNITS));
                let mut right = Matrix::zeros(MOST_UNITS, 1);
                right.row_mut(MOST_UNITS - 1)[0] = 3.0;
                right.row_mut(0)[0] = 5.0;
                left.row_mut(0)[MOST_UNITS - 1] = 1.0;
                left.row_mut(1)[MOST_UNITS - 1] = 2.0;
                multiply_add::<K>(&mut sums, &left, &right, 0..2, 0..MOST_UNITS);
                [sums.row(0)[0], sums.row(1)[0]]
            }
        }
        for instructions in Instructions::available() {
            assert_eq!(instructions.run(LastColumn), [3.0, 6.0], "{instructions:?}");
        }
    }
}
