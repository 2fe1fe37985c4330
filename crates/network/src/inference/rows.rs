//! Matrices whose rows are aligned to cache lines, for vector loads and prefetching.

use std::marker::PhantomData;

/// Bytes per cache line.
const LINE: usize = 64;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; LINE]);

/// A number type.
///
/// # Safety
/// Every bit pattern must be a valid value, and there must be no padding.
pub(super) unsafe trait Number: Copy {}

// SAFETY: every bit pattern is a number, and there is no padding.
unsafe impl Number for i8 {}
// SAFETY: likewise.
unsafe impl Number for i16 {}
// SAFETY: likewise.
unsafe impl Number for u16 {}
// SAFETY: likewise.
unsafe impl Number for i32 {}
// SAFETY: likewise.
unsafe impl Number for f32 {}

/// Rows of numbers, each padded with zeros to whole cache lines. A cache line is a whole number of
/// vectors of any kernel.
#[derive(Clone)]
pub(super) struct Rows<T> {
    lines: Vec<Line>,
    rows: usize,
    /// Distance between rows, in numbers.
    stride: usize,
    kind: PhantomData<T>,
}

impl<T: Number> Rows<T> {
    /// Numbers per cache line.
    pub(super) const PER_LINE: usize = LINE / size_of::<T>();

    /// Creates rows of zeros.
    pub(super) fn zeros(rows: usize, columns: usize) -> Self {
        let lines = columns.div_ceil(Self::PER_LINE);
        Self {
            lines: vec![Line([0; LINE]); rows * lines],
            rows,
            stride: lines * Self::PER_LINE,
            kind: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    #[inline(always)]
    pub(super) fn as_ptr(&self) -> *const T {
        self.lines.as_ptr().cast()
    }

    #[inline(always)]
    pub(super) fn as_mut_ptr(&mut self) -> *mut T {
        self.lines.as_mut_ptr().cast()
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[T] {
        let length = self.lines.len() * Self::PER_LINE;
        // SAFETY: lines are bytes without padding, and every bit pattern is a number.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), length) }
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [T] {
        let length = self.lines.len() * Self::PER_LINE;
        // SAFETY: as above, and the borrow is unique.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), length) }
    }

    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[T] {
        &self.as_slice()[row * self.stride..][..self.stride]
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [T] {
        let stride = self.stride;
        &mut self.as_mut_slice()[row * stride..][..stride]
    }
    /// Returns the row before the given one, and the given one, which must not be the first.
    #[inline(always)]
    pub(super) fn row_after(&mut self, row: usize) -> (&[T], &mut [T]) {
        let stride = self.stride;
        let (before, from) = self.as_mut_slice().split_at_mut(row * stride);
        (&before[(row - 1) * stride..], &mut from[..stride])
    }
}
