//! Float vectors of x86-64, and detection of the processor's instructions.

mod integers;

use super::{Floats, Level, Plain, Task, set_bits};
use std::arch::x86_64::*;

/// Returns the largest set of instructions of this processor.
pub(super) fn best() -> Level {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let has_avx512 = has_avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (has_avx2, has_avx512, is_x86_feature_detected!("avx512vnni")) {
        (false, ..) => Level::Sse2,
        (_, false, _) => Level::Avx2,
        (.., false) => Level::Avx512,
        _ => Level::Avx512Vnni,
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) unsafe fn with_avx512<T: Task>(task: T) -> T::Output {
    task.run::<Avx512>()
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx2,fma,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) unsafe fn with_avx512_vnni<T: Task>(task: T) -> T::Output {
    task.run::<Avx512Vnni>()
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn with_avx2<T: Task>(task: T) -> T::Output {
    task.run::<Avx2>()
}

/// SSE2, which every x86-64 processor has. Floats are left to the compiler, which uses it anyway.
pub(crate) struct Sse2;

/// Sixteen lanes, 32 registers.
pub(super) struct Avx512;

/// The same, with an instruction that adds products of integers to sums (VNNI).
pub(super) struct Avx512Vnni;

/// Eight lanes, 16 registers.
pub(super) struct Avx2;

// SAFETY of all bodies: the same operations of `Plain`, with the same requirements.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Floats for Sse2 {
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
        unsafe { write_set_bits(mask, first, to) }
    }
}

macro_rules! kernel {
    ($name:ident, $vector:ty, $lanes:literal, $rows:literal, $vectors:literal,
     $row_vectors:literal,
     $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident, $fma:ident, $or:ident,
     $nonzero:expr $(, $write_set_bits:item)?) => {
        // SAFETY of all bodies: `Instructions::run` runs them only on processors with the
        // instructions, and the caller guarantees room for a vector at each pointer.
        #[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
        impl Floats for $name {
            type Vector = $vector;
            const LANES: usize = $lanes;
            const ROWS: usize = $rows;
            const VECTORS: usize = $vectors;
            const ROW_VECTORS: usize = $row_vectors;

            #[inline(always)]
            unsafe fn load(from: *const f32) -> $vector {
                unsafe { $load(from) }
            }
            #[inline(always)]
            unsafe fn store(to: *mut f32, vector: $vector) {
                unsafe { $store(to, vector) }
            }
            #[inline(always)]
            unsafe fn splat(value: f32) -> $vector {
                unsafe { $splat(value) }
            }
            #[inline(always)]
            unsafe fn add(a: $vector, b: $vector) -> $vector {
                unsafe { $add(a, b) }
            }
            #[inline(always)]
            unsafe fn sub(a: $vector, b: $vector) -> $vector {
                unsafe { $sub(a, b) }
            }
            #[inline(always)]
            unsafe fn multiply_add(a: $vector, b: $vector, c: $vector) -> $vector {
                unsafe { $fma(a, b, c) }
            }
            #[inline(always)]
            unsafe fn or(a: $vector, b: $vector) -> $vector {
                unsafe { $or(a, b) }
            }
            #[inline(always)]
            unsafe fn nonzero(vector: $vector) -> u32 {
                unsafe { $nonzero(vector) }
            }
            $($write_set_bits)?
        }
    };
}

macro_rules! avx512 {
    ($name:ident) => {
        kernel!(
            $name,
            __m512,
            16,
            6,
            4,
            16,
            _mm512_loadu_ps,
            _mm512_storeu_ps,
            _mm512_set1_ps,
            _mm512_add_ps,
            _mm512_sub_ps,
            _mm512_fmadd_ps,
            _mm512_or_ps,
            |v| u32::from(_mm512_cmp_ps_mask::<_CMP_NEQ_UQ>(v, _mm512_setzero_ps())),
            #[inline(always)]
            unsafe fn write_set_bits(mask: u32, first: u32, to: *mut u16) -> usize {
                // SAFETY: the caller guarantees room for as many numbers as there are lanes.
                unsafe {
                    let lanes =
                        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
                    let indices = _mm512_add_epi32(lanes, _mm512_set1_epi32(first as i32));
                    let wanted = _mm512_maskz_compress_epi32(mask as u16, indices);
                    _mm256_storeu_si256(to.cast(), _mm512_cvtepi32_epi16(wanted));
                }
                mask.count_ones() as usize
            }
        );
    };
}
avx512!(Avx512);
avx512!(Avx512Vnni);
kernel!(
    Avx2,
    __m256,
    8,
    6,
    2,
    8,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_fmadd_ps,
    _mm256_or_ps,
    |v| _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(v, _mm256_setzero_ps())) as u32,
    #[inline(always)]
    unsafe fn write_set_bits(mask: u32, first: u32, to: *mut u16) -> usize {
        // SAFETY: the caller guarantees room for as many numbers as there are lanes.
        unsafe { write_set_bits(mask, first, to) }
    }
);

/// Writes the indices of the set bits of an 8-bit mask, plus `first`.
///
/// # Safety
/// `to` must have room for eight numbers.
#[inline(always)]
unsafe fn write_set_bits(mask: u32, first: u32, to: *mut u16) -> usize {
    // SAFETY: every x86-64 processor has SSE2, and the caller guarantees room.
    unsafe {
        let indices = _mm_loadu_si128(set_bits::OF_BYTE[mask as usize & 0xff].as_ptr().cast());
        let indices = _mm_add_epi16(indices, _mm_set1_epi16(first as i16));
        _mm_storeu_si128(to.cast(), indices);
    }
    mask.count_ones() as usize
}
