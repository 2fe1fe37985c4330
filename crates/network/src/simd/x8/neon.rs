//! Lanes of NEON: two registers.

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

// SAFETY of the bodies: every AArch64 processor has NEON. The caller guarantees room for loads and
// stores, and indices within the table.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Lanes for NeonLanes {
    type Numbers = [uint32x4_t; 2];
    type Reals = [float32x4_t; 2];

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self::Numbers {
        unsafe { [vld1q_u32(from), vld1q_u32(from.add(4))] }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u32, a: Self::Numbers) {
        unsafe {
            vst1q_u32(to, a[0]);
            vst1q_u32(to.add(4), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat(value: u32) -> Self::Numbers {
        unsafe { [vdupq_n_u32(value); 2] }
    }
    #[inline(always)]
    unsafe fn and(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vandq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn or(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vorrq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn xor(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(veorq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vaddq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vsubq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vmulq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn min(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vminq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn shl(a: Self::Numbers, by: u32) -> Self::Numbers {
        unsafe {
            let by = [vdupq_n_s32(by as i32); 2];
            halves!(vshlq_u32, a, by)
        }
    }
    #[inline(always)]
    unsafe fn shr(a: Self::Numbers, by: u32) -> Self::Numbers {
        unsafe {
            // A left shift by a negative amount is a right shift.
            let by = [vdupq_n_s32(-(by as i32)); 2];
            halves!(vshlq_u32, a, by)
        }
    }
    #[inline(always)]
    unsafe fn shr_each(a: Self::Numbers, by: Self::Numbers) -> Self::Numbers {
        unsafe {
            let by = halves!(|by| vnegq_s32(vreinterpretq_s32_u32(by)), by);
            halves!(vshlq_u32, a, by)
        }
    }
    #[inline(always)]
    unsafe fn equal(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vceqq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn greater(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
        unsafe { halves!(vcgtq_u32, a, b) }
    }
    #[inline(always)]
    unsafe fn union(a: Self::Numbers) -> u32 {
        unsafe {
            let four = vreinterpretq_u64_u32(vorrq_u32(a[0], a[1]));
            let two = vgetq_lane_u64::<0>(four) | vgetq_lane_u64::<1>(four);
            two as u32 | (two >> 32) as u32
        }
    }
    #[inline(always)]
    unsafe fn gather(table: *const u32, places: Self::Numbers) -> Self::Numbers {
        unsafe {
            let mut numbers = [0u32; LANES];
            Self::store(numbers.as_mut_ptr(), places);
            for number in &mut numbers {
                *number = *table.add(*number as usize);
            }
            Self::load(numbers.as_ptr())
        }
    }
    #[inline(always)]
    unsafe fn reals(a: Self::Numbers) -> Self::Reals {
        unsafe { halves!(vcvtq_f32_u32, a) }
    }
    #[inline(always)]
    unsafe fn load_reals(from: *const f32) -> Self::Reals {
        unsafe { [vld1q_f32(from), vld1q_f32(from.add(4))] }
    }
    #[inline(always)]
    unsafe fn store_reals(to: *mut f32, a: Self::Reals) {
        unsafe {
            vst1q_f32(to, a[0]);
            vst1q_f32(to.add(4), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_real(value: f32) -> Self::Reals {
        unsafe { [vdupq_n_f32(value); 2] }
    }
    #[inline(always)]
    unsafe fn add_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        unsafe { halves!(vaddq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn sub_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        unsafe { halves!(vsubq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn mul_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        unsafe { halves!(vmulq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn div_reals(a: Self::Reals, b: Self::Reals) -> Self::Reals {
        unsafe { halves!(vdivq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn bits(a: Self::Reals) -> Self::Numbers {
        unsafe { halves!(vreinterpretq_u32_f32, a) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: [Self::Numbers; LANES]) -> [Self::Numbers; LANES] {
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
    unsafe fn low_words(a: Self::Numbers, b: Self::Numbers) -> Self::Numbers {
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
