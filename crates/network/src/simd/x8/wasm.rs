//! Eight lanes of WebAssembly's SIMD128: two vectors.

use super::{LANES, Lanes};
use std::arch::wasm32::{
    f32x4_add, f32x4_convert_i32x4, f32x4_div, f32x4_mul, f32x4_splat, f32x4_sub, i16x8_min,
    i16x8_mul, i32x4, i32x4_add, i32x4_eq, i32x4_gt, i32x4_shl, i32x4_shuffle, i32x4_sub,
    u32x4_extract_lane, u32x4_shr, u32x4_splat, v128, v128_and, v128_load, v128_or, v128_store,
    v128_xor,
};

/// Lanes of SIMD128.
pub(crate) struct Simd128Lanes;

/// Applies an operation to both halves.
macro_rules! halves {
    ($operation:expr, $a:expr) => {
        [$operation($a[0]), $operation($a[1])]
    };
    ($operation:expr, $a:expr, $b:expr) => {
        [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
    };
}

// SAFETY of all bodies: the caller guarantees room for loads and stores, and indices within the
// table.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Lanes for Simd128Lanes {
    type U32x8 = [v128; 2];
    type F32x8 = [v128; 2];

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self::U32x8 {
        unsafe { [v128_load(from.cast()), v128_load(from.add(4).cast())] }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u32, a: Self::U32x8) {
        unsafe {
            v128_store(to.cast(), a[0]);
            v128_store(to.add(4).cast(), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat(value: u32) -> Self::U32x8 {
        [u32x4_splat(value); 2]
    }
    #[inline(always)]
    unsafe fn and(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(v128_and, a, b)
    }
    #[inline(always)]
    unsafe fn or(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(v128_or, a, b)
    }
    #[inline(always)]
    unsafe fn xor(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(v128_xor, a, b)
    }
    #[inline(always)]
    unsafe fn add(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(i32x4_add, a, b)
    }
    #[inline(always)]
    unsafe fn sub(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(i32x4_sub, a, b)
    }
    #[inline(always)]
    unsafe fn mul(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        // Machines have a fast product of 16 bits, in which the numbers fit.
        halves!(i16x8_mul, a, b)
    }
    #[inline(always)]
    unsafe fn min(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        // As for products.
        halves!(i16x8_min, a, b)
    }
    #[inline(always)]
    unsafe fn shl(a: Self::U32x8, by: u32) -> Self::U32x8 {
        [i32x4_shl(a[0], by), i32x4_shl(a[1], by)]
    }
    #[inline(always)]
    unsafe fn shr(a: Self::U32x8, by: u32) -> Self::U32x8 {
        [u32x4_shr(a[0], by), u32x4_shr(a[1], by)]
    }
    #[inline(always)]
    unsafe fn shr_each(a: Self::U32x8, by: Self::U32x8) -> Self::U32x8 {
        unsafe {
            let (mut numbers, mut each) = ([0u32; LANES], [0u32; LANES]);
            Self::store(numbers.as_mut_ptr(), a);
            Self::store(each.as_mut_ptr(), by);
            for (number, by) in numbers.iter_mut().zip(each) {
                *number >>= by & 31;
            }
            Self::load(numbers.as_ptr())
        }
    }
    #[inline(always)]
    unsafe fn equal(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(i32x4_eq, a, b)
    }
    #[inline(always)]
    unsafe fn greater(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        halves!(i32x4_gt, a, b)
    }
    #[inline(always)]
    unsafe fn union(a: Self::U32x8) -> u32 {
        let four = v128_or(a[0], a[1]);
        let two = v128_or(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
        u32x4_extract_lane::<0>(two) | u32x4_extract_lane::<1>(two)
    }
    #[inline(always)]
    unsafe fn gather(table: *const u32, indices: Self::U32x8) -> Self::U32x8 {
        unsafe {
            let mut numbers = [0u32; LANES];
            Self::store(numbers.as_mut_ptr(), indices);
            let at = |lane: usize| *table.add(numbers[lane] as usize) as i32;
            [i32x4(at(0), at(1), at(2), at(3)), i32x4(at(4), at(5), at(6), at(7))]
        }
    }
    #[inline(always)]
    unsafe fn to_f32(a: Self::U32x8) -> Self::F32x8 {
        halves!(f32x4_convert_i32x4, a)
    }
    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> Self::F32x8 {
        unsafe { [v128_load(from.cast()), v128_load(from.add(4).cast())] }
    }
    #[inline(always)]
    unsafe fn store_f32(to: *mut f32, a: Self::F32x8) {
        unsafe {
            v128_store(to.cast(), a[0]);
            v128_store(to.add(4).cast(), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_f32(value: f32) -> Self::F32x8 {
        [f32x4_splat(value); 2]
    }
    #[inline(always)]
    unsafe fn add_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        halves!(f32x4_add, a, b)
    }
    #[inline(always)]
    unsafe fn sub_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        halves!(f32x4_sub, a, b)
    }
    #[inline(always)]
    unsafe fn mul_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        halves!(f32x4_mul, a, b)
    }
    #[inline(always)]
    unsafe fn div_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        halves!(f32x4_div, a, b)
    }
    #[inline(always)]
    unsafe fn bits(a: Self::F32x8) -> Self::U32x8 {
        a
    }
    #[inline(always)]
    unsafe fn transpose(rows: [Self::U32x8; LANES]) -> [Self::U32x8; LANES] {
        let [a, b, c, d, e, f, g, h] = rows;
        let p = transpose_four([a[0], b[0], c[0], d[0]]);
        let q = transpose_four([e[0], f[0], g[0], h[0]]);
        let r = transpose_four([a[1], b[1], c[1], d[1]]);
        let s = transpose_four([e[1], f[1], g[1], h[1]]);
        [
            [p[0], q[0]],
            [p[1], q[1]],
            [p[2], q[2]],
            [p[3], q[3]],
            [r[0], s[0]],
            [r[1], s[1]],
            [r[2], s[2]],
            [r[3], s[3]],
        ]
    }
    #[inline(always)]
    unsafe fn low_i16s(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        let low = u32x4_splat(0xffff);
        let combine = |a, b| v128_or(v128_and(a, low), i32x4_shl(b, 16));
        halves!(combine, a, b)
    }
}

/// Transposes four rows of four numbers.
#[inline(always)]
fn transpose_four([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (ab, ab_high) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
    let (cd, cd_high) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
    [
        i32x4_shuffle::<0, 1, 4, 5>(ab, cd),
        i32x4_shuffle::<2, 3, 6, 7>(ab, cd),
        i32x4_shuffle::<0, 1, 4, 5>(ab_high, cd_high),
        i32x4_shuffle::<2, 3, 6, 7>(ab_high, cd_high),
    ]
}
