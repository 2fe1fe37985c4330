//! Eight lanes as loops over arrays, left to the compiler. They need no instructions beyond the baseline, so
//! they are not inlined by force: the loops are unrolled first, which makes large inputs compile in seconds
//! instead of a minute.

use super::{LANES, Lanes};

/// Lanes that need no special instructions.
pub(crate) struct PlainLanes;

/// Applies a function to each lane.
#[inline]
fn each<A: Copy, B: Copy + Default>(
    a: [A; LANES],
    b: [A; LANES],
    f: impl Fn(A, A) -> B,
) -> [B; LANES] {
    let mut result = [B::default(); LANES];
    for lane in 0..LANES {
        result[lane] = f(a[lane], b[lane]);
    }
    result
}

// SAFETY of all bodies: the caller guarantees room for loads and stores, and indices within the
// table.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Lanes for PlainLanes {
    type U32x8 = [u32; LANES];
    type F32x8 = [f32; LANES];

    #[inline]
    unsafe fn load(from: *const u32) -> Self::U32x8 {
        unsafe { from.cast::<Self::U32x8>().read_unaligned() }
    }
    #[inline]
    unsafe fn store(to: *mut u32, a: Self::U32x8) {
        unsafe { to.cast::<Self::U32x8>().write_unaligned(a) }
    }
    #[inline]
    unsafe fn splat(value: u32) -> Self::U32x8 {
        [value; LANES]
    }
    #[inline]
    unsafe fn and(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| a & b)
    }
    #[inline]
    unsafe fn or(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| a | b)
    }
    #[inline]
    unsafe fn xor(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| a ^ b)
    }
    #[inline]
    unsafe fn add(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, u32::wrapping_add)
    }
    #[inline]
    unsafe fn sub(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, u32::wrapping_sub)
    }
    #[inline]
    unsafe fn mul(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, u32::wrapping_mul)
    }
    #[inline]
    unsafe fn min(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| if a < b { a } else { b })
    }
    #[inline]
    unsafe fn shl(a: Self::U32x8, by: u32) -> Self::U32x8 {
        each(a, [by; LANES], |a, by| a << (by & 31))
    }
    #[inline]
    unsafe fn shr(a: Self::U32x8, by: u32) -> Self::U32x8 {
        each(a, [by; LANES], |a, by| a >> (by & 31))
    }
    #[inline]
    unsafe fn shr_each(a: Self::U32x8, by: Self::U32x8) -> Self::U32x8 {
        each(a, by, |a, by| a >> (by & 31))
    }
    #[inline]
    unsafe fn equal(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| u32::from(a == b).wrapping_neg())
    }
    #[inline]
    unsafe fn greater(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| u32::from(a > b).wrapping_neg())
    }
    #[inline]
    unsafe fn union(a: Self::U32x8) -> u32 {
        a.iter().fold(0, |union, a| union | a)
    }
    #[inline]
    unsafe fn gather(table: *const u32, indices: Self::U32x8) -> Self::U32x8 {
        each(indices, indices, |index, _| unsafe { *table.add(index as usize) })
    }
    #[inline]
    unsafe fn to_f32(a: Self::U32x8) -> Self::F32x8 {
        each(a, a, |a, _| a as i32 as f32)
    }
    #[inline]
    unsafe fn load_f32(from: *const f32) -> Self::F32x8 {
        unsafe { from.cast::<Self::F32x8>().read_unaligned() }
    }
    #[inline]
    unsafe fn store_f32(to: *mut f32, a: Self::F32x8) {
        unsafe { to.cast::<Self::F32x8>().write_unaligned(a) }
    }
    #[inline]
    unsafe fn splat_f32(value: f32) -> Self::F32x8 {
        [value; LANES]
    }
    #[inline]
    unsafe fn add_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        each(a, b, |a, b| a + b)
    }
    #[inline]
    unsafe fn sub_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        each(a, b, |a, b| a - b)
    }
    #[inline]
    unsafe fn mul_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        each(a, b, |a, b| a * b)
    }
    #[inline]
    unsafe fn div_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        each(a, b, |a, b| a / b)
    }
    #[inline]
    unsafe fn bits(a: Self::F32x8) -> Self::U32x8 {
        each(a, a, |a, _| a.to_bits())
    }
    #[inline]
    unsafe fn transpose(rows: [Self::U32x8; LANES]) -> [Self::U32x8; LANES] {
        let mut columns = [[0; LANES]; LANES];
        for (i, row) in rows.iter().enumerate() {
            for (j, &number) in row.iter().enumerate() {
                columns[j][i] = number;
            }
        }
        columns
    }
    #[inline]
    unsafe fn low_i16s(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        each(a, b, |a, b| a & 0xffff | b << 16)
    }
}
