//! Vectors of NEON, which every AArch64 processor has. A vector is two registers, since there are
//! 32 of them: each loaded operand then serves twice as many sums.

use super::{Floats, Integers, set_bits};
use std::arch::{
    aarch64::{
        float32x4_t, int16x8_t, uint32x4_t, vaddq_f32, vaddq_s16, vaddq_s32, vaddvq_u16, vbicq_u16,
        vceqzq_f32, vceqzq_s32, vcombine_s16, vdupq_n_f32, vdupq_n_s16, vdupq_n_s32, vfmaq_f32,
        vget_low_s8, vget_low_s16, vld1q_f32, vld1q_s8, vld1q_s16, vld1q_u16, vmaxq_s16,
        vmlal_high_s16, vmlal_s16, vmovl_high_s8, vmovl_s8, vmulq_s16, vorrq_u32, vqaddq_s16,
        vqmovn_s32, vreinterpretq_f32_u32, vreinterpretq_s16_s32, vreinterpretq_s32_s16,
        vreinterpretq_u16_u32, vreinterpretq_u32_f32, vshlq_s32, vst1q_f32, vst1q_s16, vsubq_f32,
        vsubq_s16, vuzp1q_s16, vuzp1q_u16, vuzp2q_s16,
    },
    asm,
};

/// Eight lanes, 32 registers of four.
pub(super) struct Neon;

/// Applies an operation to both halves.
macro_rules! halves {
    ($operation:expr, $a:expr) => {
        [$operation($a[0]), $operation($a[1])]
    };
    ($operation:expr, $a:expr, $b:expr) => {
        [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
    };
}

/// Returns a mask with a bit for each of eight lanes that is zero. Each lane must have all bits set
/// or none.
///
/// # Safety
/// None: every AArch64 processor has NEON.
#[inline(always)]
unsafe fn clear_lanes(lanes: [uint32x4_t; 2]) -> u32 {
    const BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: as above.
    unsafe {
        let i16s = vuzp1q_u16(vreinterpretq_u16_u32(lanes[0]), vreinterpretq_u16_u32(lanes[1]));
        u32::from(vaddvq_u16(vbicq_u16(vld1q_u16(BITS.as_ptr()), i16s)))
    }
}

/// Separates the first and the second `i16`s of all pairs, so that the products of each can be
/// added to sums at once.
///
/// # Safety
/// None: every AArch64 processor has NEON.
// For intrinsics, the compiler emits loads of half registers, for which there are too few
// registers.
#[inline(always)]
unsafe fn take_apart([low, high]: [int16x8_t; 2]) -> [int16x8_t; 2] {
    let (first, second): (int16x8_t, int16x8_t);
    // SAFETY: as above; only the named registers are touched.
    unsafe {
        asm!(
            "uzp1 {first:v}.8h, {low:v}.8h, {high:v}.8h",
            "uzp2 {second:v}.8h, {low:v}.8h, {high:v}.8h",
            low = in(vreg) low,
            high = in(vreg) high,
            first = out(vreg) first,
            second = lateout(vreg) second,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    [first, second]
}

// SAFETY of all bodies: every AArch64 processor has NEON, and the caller guarantees room for loads
// and stores.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Floats for Neon {
    type Vector = [float32x4_t; 2];
    const LANES: usize = 8;
    const ROWS: usize = 6;
    const VECTORS: usize = 2;
    const ROW_VECTORS: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self::Vector {
        unsafe { [vld1q_f32(from), vld1q_f32(from.add(4))] }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f32, vector: Self::Vector) {
        unsafe {
            vst1q_f32(to, vector[0]);
            vst1q_f32(to.add(4), vector[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat(value: f32) -> Self::Vector {
        unsafe { [vdupq_n_f32(value); 2] }
    }
    #[inline(always)]
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe { halves!(vaddq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe { halves!(vsubq_f32, a, b) }
    }
    #[inline(always)]
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        // The intrinsic takes the sum first.
        unsafe { [vfmaq_f32(c[0], a[0], b[0]), vfmaq_f32(c[1], a[1], b[1])] }
    }
    #[inline(always)]
    unsafe fn or(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe {
            let (a, b) = (halves!(vreinterpretq_u32_f32, a), halves!(vreinterpretq_u32_f32, b));
            let bits = halves!(vorrq_u32, a, b);
            halves!(vreinterpretq_f32_u32, bits)
        }
    }
    #[inline(always)]
    unsafe fn nonzero(vector: Self::Vector) -> u32 {
        unsafe { clear_lanes(halves!(vceqzq_f32, vector)) }
    }
    #[inline(always)]
    unsafe fn write_set_bits(mask: u32, first: u32, to: *mut u16) -> usize {
        unsafe {
            let indices = vld1q_s16(set_bits::OF_BYTE[mask as usize & 0xff].as_ptr().cast());
            vst1q_s16(to.cast(), vaddq_s16(indices, vdupq_n_s16(first as i16)));
        }
        mask.count_ones() as usize
    }
}

// SAFETY of all bodies: every AArch64 processor has NEON, and the caller guarantees room for loads
// and stores.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Integers for Neon {
    type I16s = [int16x8_t; 2];
    const I16_LANES: usize = 16;
    const TILE: usize = 8;

    #[inline(always)]
    unsafe fn zero() -> Self::I16s {
        unsafe { [vdupq_n_s16(0); 2] }
    }
    #[inline(always)]
    unsafe fn load_i16s(from: *const i16) -> Self::I16s {
        unsafe { [vld1q_s16(from), vld1q_s16(from.add(8))] }
    }
    #[inline(always)]
    unsafe fn store_i16s(to: *mut i16, i16s: Self::I16s) {
        unsafe {
            vst1q_s16(to, i16s[0]);
            vst1q_s16(to.add(8), i16s[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> Self::I16s {
        unsafe { [vreinterpretq_s16_s32(vdupq_n_s32(from.cast::<i32>().read_unaligned())); 2] }
    }
    #[inline(always)]
    unsafe fn widen_i8s(from: *const i8) -> Self::I16s {
        unsafe {
            let bytes = vld1q_s8(from);
            [vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes)]
        }
    }
    #[inline(always)]
    unsafe fn add_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(vaddq_s16, a, b) }
    }
    #[inline(always)]
    unsafe fn sub_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(vsubq_s16, a, b) }
    }
    #[inline(always)]
    unsafe fn add_i32s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe {
            let (a, b) = (halves!(vreinterpretq_s32_s16, a), halves!(vreinterpretq_s32_s16, b));
            let sums = halves!(vaddq_s32, a, b);
            halves!(vreinterpretq_s16_s32, sums)
        }
    }
    #[inline(always)]
    unsafe fn mul_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(vmulq_s16, a, b) }
    }
    #[inline(always)]
    unsafe fn add_relu(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe {
            let sums = halves!(vqaddq_s16, a, b);
            halves!(vmaxq_s16, sums, Self::zero())
        }
    }
    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: Self::I16s, a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe {
            // If `a` is the same pair in all lanes, it is separated once for all vectors.
            let (a_first, a_second) = (vuzp1q_s16(a[0], a[1]), vuzp2q_s16(a[0], a[1]));
            let [b_first, b_second] = take_apart(b);
            let [low, high] = halves!(vreinterpretq_s32_s16, sum);
            let low = vmlal_s16(low, vget_low_s16(a_first), vget_low_s16(b_first));
            let low = vmlal_s16(low, vget_low_s16(a_second), vget_low_s16(b_second));
            let high = vmlal_high_s16(high, a_first, b_first);
            let high = vmlal_high_s16(high, a_second, b_second);
            [vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high)]
        }
    }
    #[inline(always)]
    unsafe fn narrow(low: Self::I16s, high: Self::I16s, shift: u32) -> Self::I16s {
        unsafe {
            // A left shift by a negative amount is a right shift.
            let shift = vdupq_n_s32(-(shift as i32));
            let narrow = |i16s: Self::I16s| {
                let [low, high] = halves!(vreinterpretq_s32_s16, i16s);
                vcombine_s16(vqmovn_s32(vshlq_s32(low, shift)), vqmovn_s32(vshlq_s32(high, shift)))
            };
            [narrow(low), narrow(high)]
        }
    }
    #[inline(always)]
    unsafe fn nonzero_pairs(i16s: Self::I16s) -> u32 {
        unsafe {
            let numbers = halves!(vreinterpretq_s32_s16, i16s);
            clear_lanes(halves!(vceqzq_s32, numbers))
        }
    }
}
