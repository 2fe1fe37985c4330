//! Lanes as loops over arrays, left to the compiler.

use super::{LANES, Lanes};

/// Lanes that need no special instructions.
pub(crate) struct PlainLanes;

/// Applies a function to each lane.
#[inline(always)]
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

// SAFETY of the bodies: the caller guarantees room for loads and stores, and indices within the
// table.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Lanes for PlainLanes {
    type Numbers = [u32; LANES];
    type Reals = [f32; LANES];

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self::Numbers {
        unsafe { from.cast::<Self::Numbers>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u32, a: Self::Numbers) {
        unsafe { to.cast::<Self::Numbers>().write_unaligned(a) }
    }
    #[inline(always)]
    unsafe fn splat(value: u32) -> Self::Numbers {
        [value; LANES]
    }
    #[inline(always)]
    unsafe fn and(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| a & b)
    }
    #[inline(always)]
    unsafe fn or(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| a | b)
    }
    #[inline(always)]
    unsafe fn xor(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    unsafe fn add(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, u32::wrapping_add)
    }
    #[inline(always)]
    unsafe fn sub(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, u32::wrapping_sub)
    }
    #[inline(always)]
    unsafe fn mul(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, u32::wrapping_mul)
    }
    #[inline(always)]
    unsafe fn min(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    unsafe fn shl(a: Self::Numbers, by: u32) -> Self::Numbers {
        each(a, [by; LANES], |a, by| a << (by & 31))
    }
    #[inline(always)]
    unsafe fn shr(a: Self::Numbers, by: u32) -> Self::Numbers {
        each(a, [by; LANES], |a, by| a >> (by & 31))
    }
    #[inline(always)]
    unsafe fn shr_each(a: Self::Numbers, by: Self::Numbers) -> Self::Numbers {
        each(a, by, |a, by| a >> (by & 31))
    }
    #[inline(always)]
    unsafe fn equal(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| u32::from(a == b).wrapping_neg())
    }
    #[inline(always)]
    unsafe fn greater(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| u32::from(a > b).wrapping_neg())
    }
    #[inline(always)]
    unsafe fn union(a: Self::Numbers) -> u32 {
        a.iter().fold(0, |union, a| union | a)
    }
    #[inline(always)]
    unsafe fn gather(table: *const u32, places: Self::Numbers) -> Self::Numbers {
        each(places, places, |place, _| unsafe { *table.add(place as usize) })
    }
    #[inline(always)]
    unsafe fn reals(a: Self::Numbers) -> Self::Reals {
        each(a, a, |a, _| a as i32 as f32)
    }
    #[inline(always)]
    unsafe fn load_reals(from: *const f32) -> Self::Reals {
        unsafe { from.cast::<Self::Reals>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store_reals(to: *mut f32, a: Self::Reals) {
        unsafe { to.cast::<Self::Reals>().write_unaligned(a) }
    }
    #[inline(always)]
    unsafe fn splat_real(value: f32) -> Self::Reals {
        [value; LANES]
    }
    #[inline(always)]
    unsafe fn add_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        each(a, b, |a, b| a + b)
    }
    #[inline(always)]
    unsafe fn sub_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        each(a, b, |a, b| a - b)
    }
    #[inline(always)]
    unsafe fn mul_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        each(a, b, |a, b| a * b)
    }
    #[inline(always)]
    unsafe fn div_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        each(a, b, |a, b| a / b)
    }
    #[inline(always)]
    unsafe fn bits(a: Self::Reals) -> Self::Numbers {
        each(a, a, |a, _| a.to_bits())
    }
    #[inline(always)]
    unsafe fn transpose(rows: [Self::Numbers; LANES]) -> [Self::Numbers; LANES] {
        let mut columns = [[0; LANES]; LANES];
        for (i, row) in rows.iter().enumerate() {
            for (j, &number) in row.iter().enumerate() {
                columns[j][i] = number;
            }
        }
        columns
    }
    #[inline(always)]
    unsafe fn low_words(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        each(a, b, |a, b| a & 0xffff | b << 16)
    }
}
