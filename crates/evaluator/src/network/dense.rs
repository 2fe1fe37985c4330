//! Matrix times matrix in registers, and what hidden units do.

use super::Activation;
use crate::simd::Kernel;
use std::ops::Range;

/// Floats of a cache line; rows are padded to whole lines.
pub(crate) const LINE: usize = 16;

/// One cache line, so that rows never straddle two.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f32; LINE]);

/// Rows of floats, each padded with zeros to whole cache lines.
#[derive(Clone)]
pub(crate) struct Matrix {
    lines: Vec<Line>,
    /// Floats from one row to the next.
    stride: usize,
}

/// The length that a row of `columns` floats takes.
pub(crate) const fn padded(columns: usize) -> usize {
    columns.next_multiple_of(LINE)
}

impl Matrix {
    /// Zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        let stride = padded(columns);
        Self { lines: vec![Line([0.0; LINE]); rows * stride / LINE], stride }
    }

    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[f32] {
        // SAFETY: a `Line` is an array of floats without padding.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len() * LINE) }
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [f32] {
        let length = self.lines.len() * LINE;
        // SAFETY: as above, and the borrow is unique.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), length) }
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.as_slice()[row * self.stride..][..self.stride]
    }

    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        let stride = self.stride;
        &mut self.as_mut_slice()[row * stride..][..stride]
    }
}

/// Adds `left` × `right` to some rows of `sums`, those of `left` with the same numbers; `depth` is
/// the number of columns of `left` and of rows of `right` that count.
#[inline(always)]
pub(crate) fn multiply_add<K: Kernel>(
    sums: &mut Matrix,
    left: &Matrix,
    right: &Matrix,
    rows: Range<usize>,
    depth: usize,
) {
    let width = sums.stride;
    assert_eq!(width, right.stride);
    assert!(rows.end * left.stride <= left.as_slice().len() && depth <= left.stride);
    assert!(rows.end * width <= sums.as_slice().len() && depth * width <= right.as_slice().len());
    if rows.len() == 1 {
        // SAFETY: the row and as many rows of `right` as asserted above.
        unsafe {
            let (sums, right) = (sums.row_mut(rows.start).as_mut_ptr(), right.as_slice().as_ptr());
            let left = &left.row(rows.start)[..depth];
            return multiply_add_row::<K>(sums, left, right, width);
        }
    }
    let mut first = rows.start;
    while first < rows.end {
        let count = (rows.end - first).min(K::ROWS);
        // SAFETY: the tiles stay within the rows and columns asserted above.
        unsafe {
            let block = Block {
                sums: sums.as_mut_slice().as_mut_ptr().add(first * width),
                left: left.as_slice().as_ptr().add(first * left.stride),
                right: right.as_slice().as_ptr(),
                left_stride: left.stride,
                width,
                depth,
            };
            match count {
                1 => block.multiply_add::<K, 1>(),
                2 => block.multiply_add::<K, 2>(),
                3 => block.multiply_add::<K, 3>(),
                4 => block.multiply_add::<K, 4>(),
                5 => block.multiply_add::<K, 5>(),
                _ => block.multiply_add::<K, 6>(),
            }
        }
        first += count;
    }
}

/// The same for a range of the columns of `left`, and the rows of `right` with the same numbers,
/// that are nearly all zero.
#[inline(always)]
pub(crate) fn multiply_add_sparse<K: Kernel>(
    sums: &mut Matrix,
    left: &Matrix,
    right: &Matrix,
    rows: usize,
    columns: Range<usize>,
) {
    let width = sums.stride;
    assert_eq!(width, right.stride);
    assert!(columns.end <= left.stride && columns.end * width <= right.as_slice().len());
    let right = &right.as_slice()[columns.start * width..];
    for row in 0..rows {
        // SAFETY: the row, and as many rows of `right` as asserted above.
        unsafe {
            let sums = sums.row_mut(row).as_mut_ptr();
            multiply_add_row::<K>(sums, &left.row(row)[columns.clone()], right.as_ptr(), width);
        }
    }
}

/// Left-hand numbers that are looked at together when there is only one row.
const ROW_CHUNK: usize = 128;

/// Adds the product of one row. Many of its numbers are zero (features that do not apply, hidden
/// units that are off), and those are passed over.
///
/// # Safety
/// `sums` has `width` floats, `right` has `left.len()` rows of as many.
#[inline(always)]
unsafe fn multiply_add_row<K: Kernel>(
    sums: *mut f32,
    left: &[f32],
    right: *const f32,
    width: usize,
) {
    for (chunk, left) in left.chunks(ROW_CHUNK).enumerate() {
        let mut places = [0u16; ROW_CHUNK];
        let mut count = 0;
        for (line, values) in left.chunks(LINE).enumerate() {
            let mut mask = 0u32;
            for (lane, value) in values.iter().enumerate() {
                mask |= u32::from(*value != 0.0) << lane;
            }
            while mask != 0 {
                places[count] = (line * LINE) as u16 + mask.trailing_zeros() as u16;
                count += 1;
                mask &= mask - 1;
            }
        }
        let places = &places[..count];
        let mut column = 0;
        while column < width {
            let vectors = (width - column) / K::LANES;
            // SAFETY: columns lie within the row, places within the chunk.
            unsafe {
                let sums = sums.add(column);
                let right = right.add(chunk * ROW_CHUNK * width + column);
                // At least eight sums are under way at a time, to hide the latency of adding.
                column += K::LANES
                    * match vectors {
                        8.. => row_tile::<K, 8, 1>(sums, left, places, right, width),
                        4.. => row_tile::<K, 4, 2>(sums, left, places, right, width),
                        2.. => row_tile::<K, 2, 4>(sums, left, places, right, width),
                        _ => row_tile::<K, 1, 8>(sums, left, places, right, width),
                    };
            }
        }
    }
}

/// `VECTORS` sums of one row, in `STREAMS` partial sums each. Gives `VECTORS`.
#[inline(always)]
unsafe fn row_tile<K: Kernel, const VECTORS: usize, const STREAMS: usize>(
    sums: *mut f32,
    left: &[f32],
    places: &[u16],
    right: *const f32,
    width: usize,
) -> usize {
    // SAFETY: the caller has checked columns and places.
    unsafe {
        let mut partial = [[K::splat(0.0); VECTORS]; STREAMS];
        for (vector, sum) in partial[0].iter_mut().enumerate() {
            *sum = K::load(sums.add(vector * K::LANES));
        }
        let add = |partial: &mut [K::Vector; VECTORS], place: u16| {
            let value = K::splat(*left.get_unchecked(place as usize));
            let row = right.add(place as usize * width);
            for (vector, sum) in partial.iter_mut().enumerate() {
                *sum = K::multiply_add(value, K::load(row.add(vector * K::LANES)), *sum);
            }
        };
        let groups = places.chunks_exact(STREAMS);
        let rest = groups.remainder();
        for group in groups {
            for (partial, &place) in partial.iter_mut().zip(group) {
                add(partial, place);
            }
        }
        for (partial, &place) in partial.iter_mut().zip(rest) {
            add(partial, place);
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

/// A few rows of a product.
struct Block {
    sums: *mut f32,
    left: *const f32,
    right: *const f32,
    left_stride: usize,
    width: usize,
    depth: usize,
}

impl Block {
    #[inline(always)]
    unsafe fn multiply_add<K: Kernel, const ROWS: usize>(&self) {
        let mut column = 0;
        while column < self.width {
            let vectors = ((self.width - column) / K::LANES).min(K::VECTORS);
            // SAFETY: the vectors lie within the row.
            unsafe {
                match vectors {
                    1 => self.tile::<K, ROWS, 1>(column),
                    2 => self.tile::<K, ROWS, 2>(column),
                    3 => self.tile::<K, ROWS, 3>(column),
                    _ => self.tile::<K, ROWS, 4>(column),
                }
            }
            column += vectors * K::LANES;
        }
    }

    /// `ROWS` × `VECTORS` sums, all in registers.
    #[inline(always)]
    unsafe fn tile<K: Kernel, const ROWS: usize, const VECTORS: usize>(&self, column: usize) {
        // SAFETY: the caller has checked that rows, columns and depth are within the matrices.
        unsafe {
            let mut sums: [[K::Vector; VECTORS]; ROWS] = [[K::splat(0.0); VECTORS]; ROWS];
            for (row, sums) in sums.iter_mut().enumerate() {
                for (vector, sum) in sums.iter_mut().enumerate() {
                    *sum = K::load(self.sums.add(row * self.width + column + vector * K::LANES));
                }
            }
            for k in 0..self.depth {
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
}

/// Applies an activation to each number.
#[inline(always)]
pub(crate) fn activate(activation: Activation, sums: &mut [f32]) {
    match activation {
        Activation::Relu => sums.iter_mut().for_each(|x| *x = x.max(0.0)),
        Activation::Sigmoid => sums.iter_mut().for_each(|x| *x = 1.0 / (1.0 + exp(-*x))),
    }
}

/// e^x to about 1e-7 of its value, without a branch, so that loops over it become vector code.
/// Arguments are clamped to ±87, where f32 ends.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    /// Adding and subtracting it rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    // 2^f for |f| <= 1/2 by its Taylor polynomial: the powers of ln 2 over the factorials.
    const LN2: f32 = std::f32::consts::LN_2;
    const C2: f32 = LN2 * LN2 / 2.0;
    const C3: f32 = C2 * LN2 / 3.0;
    const C4: f32 = C3 * LN2 / 4.0;
    const C5: f32 = C4 * LN2 / 5.0;
    const C6: f32 = C5 * LN2 / 6.0;
    let y = x.clamp(-87.0, 87.0) * std::f32::consts::LOG2_E;
    let rounded = y + ROUND;
    let f = y - (rounded - ROUND);
    let power = 1.0 + f * (LN2 + f * (C2 + f * (C3 + f * (C4 + f * (C5 + f * C6)))));
    // The low bits of `rounded` hold the whole number.
    let whole = (rounded.to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32);
    power * f32::from_bits(((whole + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_exact_enough() {
        for i in -8600..=8600 {
            let x = i as f32 / 100.0;
            let (got, want) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((got / want - 1.0).abs() < 1e-5, "exp({x}) = {got}, not {want}");
        }
        assert_eq!(exp(0.0), 1.0);
    }
}
