//! Vectors of WebAssembly's SIMD128, which a module either needs or does not use: there is no
//! detection at run time. Engines compile a vector to one register of the machine. Relaxed SIMD is
//! left out, because its results depend on the machine.

use super::{Floats, Integers, Plain, set_bits};
use std::arch::wasm32::{
    i16x8_add, i16x8_add_sat, i16x8_extend_high_i8x16, i16x8_extend_low_i8x16, i16x8_max,
    i16x8_mul, i16x8_narrow_i32x4, i16x8_splat, i16x8_sub, i32x4_add, i32x4_bitmask,
    i32x4_dot_i16x8, i32x4_eq, i32x4_shr, i32x4_shuffle, i32x4_splat, v128, v128_load, v128_store,
};

/// Eight float lanes as loops over arrays, which the compiler vectorises, and integers in two
/// registers.
pub(super) struct Simd128;

/// Applies an operation to both halves.
macro_rules! halves {
    ($operation:expr, $a:expr, $b:expr) => {
        [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
    };
}

// SAFETY of all bodies: the same operations of `Plain`, with the same requirements.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Floats for Simd128 {
    type Vector = <Plain as Floats>::Vector;
    const LANES: usize = Plain::LANES;
    const ROWS: usize = Plain::ROWS;
    const VECTORS: usize = Plain::VECTORS;
    const ROW_VECTORS: usize = Plain::ROW_VECTORS;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self::Vector {
        unsafe { Plain::load(from) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f32, vector: Self::Vector) {
        unsafe { Plain::store(to, vector) }
    }
    #[inline(always)]
    unsafe fn splat(value: f32) -> Self::Vector {
        unsafe { Plain::splat(value) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe { Plain::add(a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe { Plain::sub(a, b) }
    }
    #[inline(always)]
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        unsafe { Plain::multiply_add(a, b, c) }
    }
    #[inline(always)]
    unsafe fn or(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe { Plain::or(a, b) }
    }
    #[inline(always)]
    unsafe fn nonzero(vector: Self::Vector) -> u32 {
        unsafe { Plain::nonzero(vector) }
    }
    #[inline(always)]
    unsafe fn write_set_bits(mask: u32, first: u32, to: *mut u16) -> usize {
        // SAFETY: the caller guarantees room for as many numbers as there are lanes.
        unsafe {
            let indices = v128_load(set_bits::OF_BYTE[mask as usize & 0xff].as_ptr().cast());
            v128_store(to.cast(), i16x8_add(indices, i16x8_splat(first as i16)));
        }
        mask.count_ones() as usize
    }
}

// SAFETY of all bodies: the caller guarantees room for loads and stores.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Integers for Simd128 {
    /// Two registers, so that a vector has twice the lanes of a float vector.
    type I16s = [v128; 2];
    const I16_LANES: usize = 16;
    const TILE: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self::I16s {
        [i16x8_splat(0); 2]
    }
    #[inline(always)]
    unsafe fn load_i16s(from: *const i16) -> Self::I16s {
        unsafe { [v128_load(from.cast()), v128_load(from.add(8).cast())] }
    }
    #[inline(always)]
    unsafe fn store_i16s(to: *mut i16, i16s: Self::I16s) {
        unsafe {
            v128_store(to.cast(), i16s[0]);
            v128_store(to.add(8).cast(), i16s[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> Self::I16s {
        unsafe { [i32x4_splat(from.cast::<i32>().read_unaligned()); 2] }
    }
    #[inline(always)]
    unsafe fn widen_i8s(from: *const i8) -> Self::I16s {
        let bytes = unsafe { v128_load(from.cast()) };
        [i16x8_extend_low_i8x16(bytes), i16x8_extend_high_i8x16(bytes)]
    }
    #[inline(always)]
    unsafe fn add_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        halves!(i16x8_add, a, b)
    }
    #[inline(always)]
    unsafe fn sub_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        halves!(i16x8_sub, a, b)
    }
    #[inline(always)]
    unsafe fn add_i32s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        halves!(i32x4_add, a, b)
    }
    #[inline(always)]
    unsafe fn mul_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        halves!(i16x8_mul, a, b)
    }
    #[inline(always)]
    unsafe fn add_relu(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        let sums = halves!(i16x8_add_sat, a, b);
        let zero = i16x8_splat(0);
        [i16x8_max(sums[0], zero), i16x8_max(sums[1], zero)]
    }
    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: Self::I16s, a: Self::I16s, b: Self::I16s) -> Self::I16s {
        let products = halves!(i32x4_dot_i16x8, a, b);
        halves!(i32x4_add, sum, products)
    }
    #[inline(always)]
    unsafe fn narrow(low: Self::I16s, high: Self::I16s, shift: u32) -> Self::I16s {
        let narrow = |i16s: Self::I16s| {
            i16x8_narrow_i32x4(i32x4_shr(i16s[0], shift), i32x4_shr(i16s[1], shift))
        };
        [narrow(low), narrow(high)]
    }
    #[inline(always)]
    unsafe fn nonzero_pairs(i16s: Self::I16s) -> u32 {
        let zero = |i16s| u32::from(i32x4_bitmask(i32x4_eq(i16s, i32x4_splat(0))));
        !(zero(i16s[0]) | zero(i16s[1]) << 4) & 0xff
    }
    #[inline(always)]
    unsafe fn six_products(values: *const i16, rows: *const i16, length: usize) -> [i32; 6] {
        let mut sums = [i32x4_splat(0); 6];
        let mut first = 0;
        while first < length {
            unsafe {
                let value = v128_load(values.add(first).cast());
                for (row, sum) in sums.iter_mut().enumerate() {
                    let weights = v128_load(rows.add(row * length + first).cast());
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(value, weights));
                }
            }
            first += 8;
        }
        // Adds the halves of two sums, then neighbours of two pairs of sums.
        let halves = |a, b| {
            let (low, high) =
                (i32x4_shuffle::<0, 1, 4, 5>(a, b), i32x4_shuffle::<2, 3, 6, 7>(a, b));
            i32x4_add(low, high)
        };
        let quarters = |a, b| {
            let (even, odd) =
                (i32x4_shuffle::<0, 2, 4, 6>(a, b), i32x4_shuffle::<1, 3, 5, 7>(a, b));
            i32x4_add(even, odd)
        };
        let [a, b, c, d, e, f] = sums;
        let (ab, cd, ef) = (halves(a, b), halves(c, d), halves(e, f));
        let mut eight = [0; 8];
        unsafe {
            v128_store(eight.as_mut_ptr().cast(), quarters(ab, cd));
            v128_store(eight.as_mut_ptr().add(4).cast(), quarters(ef, ef));
        }
        let [a, b, c, d, e, f, ..] = eight;
        [a, b, c, d, e, f]
    }
}
