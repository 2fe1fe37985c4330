//! Eight lanes of NEON: two registers.

use super::{LANES, Lanes};
use std::arch::aarch64::{
    float32x4_t, uint32x4_t, vaddq_f32, vaddq_u32, vandq_u32, vceqq_u32, vcgtq_u32, vcvtq_f32_u32,
    vdivq_f32, vdupq_n_f32, vdupq_n_s32, vdupq_n_u32, veorq_u32, vgetq_lane_u64, vld1q_f32,
    vld1q_u32, vminq_u32, vmulq_f32, vmulq_u32, vnegq_s32, vorrq_u32, vreinterpretq_s32_u32,
    vreinterpretq_u32_f32, vreinterpretq_u32_u64, vreinterpretq_u64_u32, vshlq_u32, vsliq_n_u32,
    vst1q_f32, vst1q_u32, vsubq_f32, vsubq_u32, vtrn1q_u32, vtrn1q_u64, vtrn2q_u32, vtrn2q_u64,
};

/// Lanes of NEON, which every AArch64 processor has.
pub(crate) struct NeonLanes;

/// Applies an operation to both halves.
macro_rules! halves {
    ($operation:expr, $a:expr) => {
        [$operation($a[0]), $operation($a[1])]
    };
    ($operation:expr, $a:expr, $b:expr) => {
        [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
    };
}

// SAFETY of all bodies: every AArch64 processor has NEON. The caller guarantees room for loads and
// stores, and indices within the table.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Lanes for NeonLanes {
    type U32x8 = [uint32x4_t; 2];
    type F32x8 = [float32x4_t; 2];

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self::U32x8 {
        unsafe { [vld1q_u32(from), vld1q_u32(from.add(4))] }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u32, a: Self::U32x8) {
        unsafe {
            vst1q_u32(to, a[0]);
            vst1q_u32(to.add(4), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat(value: u32) -> Self::U32x8 {
        unsafe { [vdupq_n_u32(value); 2] }
    }
    #[inline(always)]
    unsafe fn and(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vandq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn or(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vorrq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn xor(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(veorq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vaddq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vsubq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vmulq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn min(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vminq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn shl(a: Self::U32x8, by: u32) -> Self::U32x8 {
        unsafe {
            let by = [vdupq_n_s32(by as i32); 2];
            halves!(vshlq_u32, a, by)
        }
    }
    #[inline(always)]
    unsafe fn shr(a: Self::U32x8, by: u32) -> Self::U32x8 {
        unsafe {
            // A left shift by a negative amount is a right shift.
            let by = [vdupq_n_s32(-(by as i32)); 2];
            halves!(vshlq_u32, a, by)
        }
    }
    #[inline(always)]
    unsafe fn shr_each(a: Self::U32x8, by: Self::U32x8) -> Self::U32x8 {
        unsafe {
            let by = halves!(|by| vnegq_s32(vreinterpretq_s32_u32(by)), by);
            halves!(vshlq_u32, a, by)
        }
    }
    #[inline(always)]
    unsafe fn equal(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vceqq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn greater(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vcgtq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn union(a: Self::U32x8) -> u32 {
        unsafe {
            let four = vreinterpretq_u64_u32(vorrq_u32(a[0], a[1]));
            let two = vgetq_lane_u64::<0>(four) | vgetq_lane_u64::<1>(four);
            two as u32 | (two >> 32) as u32
        }
    }
    #[inline(always)]
    unsafe fn gather(table: *const u32, indices: Self::U32x8) -> Self::U32x8 {
        unsafe {
            let mut numbers = [0u32; LANES];
            Self::store(numbers.as_mut_ptr(), indices);
            for number in &mut numbers {
                *number = *table.add(*number as usize);
            }
            Self::load(numbers.as_ptr())
        }
    }
    #[inline(always)]
    unsafe fn to_f32(a: Self::U32x8) -> Self::F32x8 {
        unsafe { halves!(vcvtq_f32_u32, a) }
    }
    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> Self::F32x8 {
        unsafe { [vld1q_f32(from), vld1q_f32(from.add(4))] }
    }
    #[inline(always)]
    unsafe fn store_f32(to: *mut f32, a: Self::F32x8) {
        unsafe {
            vst1q_f32(to, a[0]);
            vst1q_f32(to.add(4), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_f32(value: f32) -> Self::F32x8 {
        unsafe { [vdupq_n_f32(value); 2] }
    }
    #[inline(always)]
    unsafe fn add_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(vaddq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn sub_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(vsubq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn mul_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(vmulq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn div_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(vdivq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn bits(a: Self::F32x8) -> Self::U32x8 {
        unsafe { halves!(vreinterpretq_u32_f32, a) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: [Self::U32x8; LANES]) -> [Self::U32x8; LANES] {
        unsafe {
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
    }
    #[inline(always)]
    unsafe fn low_i16s(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(vsliq_n_u32::<16>, a, b) }
    }
}

/// Transposes four rows of four numbers.
///
/// # Safety
/// None: every AArch64 processor has NEON.
#[inline(always)]
unsafe fn transpose_four([a, b, c, d]: [uint32x4_t; 4]) -> [uint32x4_t; 4] {
    // SAFETY: as above.
    unsafe {
        let (ab, ab_odd) =
            (vreinterpretq_u64_u32(vtrn1q_u32(a, b)), vreinterpretq_u64_u32(vtrn2q_u32(a, b)));
        let (cd, cd_odd) =
            (vreinterpretq_u64_u32(vtrn1q_u32(c, d)), vreinterpretq_u64_u32(vtrn2q_u32(c, d)));
        [
            vreinterpretq_u32_u64(vtrn1q_u64(ab, cd)),
            vreinterpretq_u32_u64(vtrn1q_u64(ab_odd, cd_odd)),
            vreinterpretq_u32_u64(vtrn2q_u64(ab, cd)),
            vreinterpretq_u32_u64(vtrn2q_u64(ab_odd, cd_odd)),
        ]
    }
}
