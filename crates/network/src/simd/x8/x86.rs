//! Eight lanes of x86-64: one vector of AVX2, or two of SSE2.

use super::{LANES, Lanes};
use std::arch::x86_64::*;

/// Lanes of SSE2, which every x86-64 processor has.
pub(crate) struct Sse2Lanes;

/// Lanes of AVX2 with FMA.
pub(crate) struct Avx2Lanes;

/// Applies an operation to both halves.
macro_rules! halves {
    ($operation:expr, $a:expr) => {
        [$operation($a[0]), $operation($a[1])]
    };
    ($operation:expr, $a:expr, $b:expr) => {
        [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
    };
}

// SAFETY of all bodies: every x86-64 processor has SSE2. The caller guarantees room for loads and
// stores, and indices within the table.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Lanes for Sse2Lanes {
    type U32x8 = [__m128i; 2];
    type F32x8 = [__m128; 2];

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self::U32x8 {
        unsafe { [_mm_loadu_si128(from.cast()), _mm_loadu_si128(from.add(4).cast())] }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u32, a: Self::U32x8) {
        unsafe {
            _mm_storeu_si128(to.cast(), a[0]);
            _mm_storeu_si128(to.add(4).cast(), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat(value: u32) -> Self::U32x8 {
        unsafe { [_mm_set1_epi32(value as i32); 2] }
    }
    #[inline(always)]
    unsafe fn and(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_and_si128, a, b) }
    }
    #[inline(always)]
    unsafe fn or(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_or_si128, a, b) }
    }
    #[inline(always)]
    unsafe fn xor(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_xor_si128, a, b) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_add_epi32, a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_sub_epi32, a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_mullo_epi16, a, b) }
    }
    #[inline(always)]
    unsafe fn min(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_min_epi16, a, b) }
    }
    #[inline(always)]
    unsafe fn shl(a: Self::U32x8, by: u32) -> Self::U32x8 {
        unsafe {
            let by = _mm_cvtsi32_si128(by as i32);
            [_mm_sll_epi32(a[0], by), _mm_sll_epi32(a[1], by)]
        }
    }
    #[inline(always)]
    unsafe fn shr(a: Self::U32x8, by: u32) -> Self::U32x8 {
        unsafe {
            let by = _mm_cvtsi32_si128(by as i32);
            [_mm_srl_epi32(a[0], by), _mm_srl_epi32(a[1], by)]
        }
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
        unsafe { halves!(_mm_cmpeq_epi32, a, b) }
    }
    #[inline(always)]
    unsafe fn greater(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_cmpgt_epi32, a, b) }
    }
    #[inline(always)]
    unsafe fn union(a: Self::U32x8) -> u32 {
        unsafe {
            let four = _mm_or_si128(a[0], a[1]);
            let two = _mm_or_si128(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_or_si128(two, _mm_shuffle_epi32::<0b10_11_00_01>(two))) as u32
        }
    }
    #[inline(always)]
    unsafe fn gather(table: *const u32, indices: Self::U32x8) -> Self::U32x8 {
        unsafe {
            let mut numbers = [0u32; LANES];
            Self::store(numbers.as_mut_ptr(), indices);
            let at = |lane: usize| *table.add(numbers[lane] as usize) as i32;
            [_mm_setr_epi32(at(0), at(1), at(2), at(3)), _mm_setr_epi32(at(4), at(5), at(6), at(7))]
        }
    }
    #[inline(always)]
    unsafe fn to_f32(a: Self::U32x8) -> Self::F32x8 {
        unsafe { halves!(_mm_cvtepi32_ps, a) }
    }
    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> Self::F32x8 {
        unsafe { [_mm_loadu_ps(from), _mm_loadu_ps(from.add(4))] }
    }
    #[inline(always)]
    unsafe fn store_f32(to: *mut f32, a: Self::F32x8) {
        unsafe {
            _mm_storeu_ps(to, a[0]);
            _mm_storeu_ps(to.add(4), a[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_f32(value: f32) -> Self::F32x8 {
        unsafe { [_mm_set1_ps(value); 2] }
    }
    #[inline(always)]
    unsafe fn add_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(_mm_add_ps, a, b) }
    }
    #[inline(always)]
    unsafe fn sub_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(_mm_sub_ps, a, b) }
    }
    #[inline(always)]
    unsafe fn mul_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(_mm_mul_ps, a, b) }
    }
    #[inline(always)]
    unsafe fn div_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8 {
        unsafe { halves!(_mm_div_ps, a, b) }
    }
    #[inline(always)]
    unsafe fn bits(a: Self::F32x8) -> Self::U32x8 {
        unsafe { halves!(_mm_castps_si128, a) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: [Self::U32x8; LANES]) -> [Self::U32x8; LANES] {
        unsafe {
            let [a, b, c, d, e, f, g, h] = rows;
            let [p, q] = [
                transpose_four([a[0], b[0], c[0], d[0]]),
                transpose_four([e[0], f[0], g[0], h[0]]),
            ];
            let [r, s] = [
                transpose_four([a[1], b[1], c[1], d[1]]),
                transpose_four([e[1], f[1], g[1], h[1]]),
            ];
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
        unsafe { Self::or(Self::and(a, Self::splat(0xffff)), Self::shl(b, 16)) }
    }
}

/// Transposes four rows of four numbers.
///
/// # Safety
/// None: every x86-64 processor has SSE2.
#[inline(always)]
unsafe fn transpose_four([a, b, c, d]: [__m128i; 4]) -> [__m128i; 4] {
    // SAFETY: as above.
    unsafe {
        let (ab, ab_high) = (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
        let (cd, cd_high) = (_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
        [
            _mm_unpacklo_epi64(ab, cd),
            _mm_unpackhi_epi64(ab, cd),
            _mm_unpacklo_epi64(ab_high, cd_high),
            _mm_unpackhi_epi64(ab_high, cd_high),
        ]
    }
}

// SAFETY of all bodies: kernels with these lanes run only on processors with the instructions. The
// caller guarantees room for loads and stores, and indices within the table.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Lanes for Avx2Lanes {
    type U32x8 = __m256i;
    type F32x8 = __m256;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> __m256i {
        unsafe { _mm256_loadu_si256(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u32, a: __m256i) {
        unsafe { _mm256_storeu_si256(to.cast(), a) }
    }
    #[inline(always)]
    unsafe fn splat(value: u32) -> __m256i {
        unsafe { _mm256_set1_epi32(value as i32) }
    }
    #[inline(always)]
    unsafe fn and(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_and_si256(a, b) }
    }
    #[inline(always)]
    unsafe fn or(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    unsafe fn xor(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_xor_si256(a, b) }
    }
    #[inline(always)]
    unsafe fn add(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_mullo_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn min(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_min_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn shl(a: __m256i, by: u32) -> __m256i {
        unsafe { _mm256_sll_epi32(a, _mm_cvtsi32_si128(by as i32)) }
    }
    #[inline(always)]
    unsafe fn shr(a: __m256i, by: u32) -> __m256i {
        unsafe { _mm256_srl_epi32(a, _mm_cvtsi32_si128(by as i32)) }
    }
    #[inline(always)]
    unsafe fn shr_each(a: __m256i, by: __m256i) -> __m256i {
        unsafe { _mm256_srlv_epi32(a, by) }
    }
    #[inline(always)]
    unsafe fn equal(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_cmpeq_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn greater(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_cmpgt_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn union(a: __m256i) -> u32 {
        unsafe { Sse2Lanes::union([_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a)]) }
    }
    #[inline(always)]
    unsafe fn gather(table: *const u32, indices: __m256i) -> __m256i {
        unsafe { _mm256_i32gather_epi32::<4>(table.cast(), indices) }
    }
    #[inline(always)]
    unsafe fn to_f32(a: __m256i) -> __m256 {
        unsafe { _mm256_cvtepi32_ps(a) }
    }
    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> __m256 {
        unsafe { _mm256_loadu_ps(from) }
    }
    #[inline(always)]
    unsafe fn store_f32(to: *mut f32, a: __m256) {
        unsafe { _mm256_storeu_ps(to, a) }
    }
    #[inline(always)]
    unsafe fn splat_f32(value: f32) -> __m256 {
        unsafe { _mm256_set1_ps(value) }
    }
    #[inline(always)]
    unsafe fn add_f32(a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_add_ps(a, b) }
    }
    #[inline(always)]
    unsafe fn sub_f32(a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_sub_ps(a, b) }
    }
    #[inline(always)]
    unsafe fn mul_f32(a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_mul_ps(a, b) }
    }
    #[inline(always)]
    unsafe fn div_f32(a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_div_ps(a, b) }
    }
    #[inline(always)]
    unsafe fn bits(a: __m256) -> __m256i {
        unsafe { _mm256_castps_si256(a) }
    }
    #[inline(always)]
    unsafe fn transpose([a, b, c, d, e, f, g, h]: [__m256i; LANES]) -> [__m256i; LANES] {
        unsafe {
            let [p, q, r, s] = transpose_halves([a, b, c, d]);
            let [t, u, v, w] = transpose_halves([e, f, g, h]);
            [
                _mm256_permute2x128_si256::<0x20>(p, t),
                _mm256_permute2x128_si256::<0x20>(q, u),
                _mm256_permute2x128_si256::<0x20>(r, v),
                _mm256_permute2x128_si256::<0x20>(s, w),
                _mm256_permute2x128_si256::<0x31>(p, t),
                _mm256_permute2x128_si256::<0x31>(q, u),
                _mm256_permute2x128_si256::<0x31>(r, v),
                _mm256_permute2x128_si256::<0x31>(s, w),
            ]
        }
    }
    #[inline(always)]
    unsafe fn low_i16s(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_blend_epi16::<0b1010_1010>(a, _mm256_slli_epi32::<16>(b)) }
    }
}

/// Transposes four rows of four numbers in each half.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn transpose_halves([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let (ab, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (cd, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        [
            _mm256_unpacklo_epi64(ab, cd),
            _mm256_unpackhi_epi64(ab, cd),
            _mm256_unpacklo_epi64(ab_high, cd_high),
            _mm256_unpackhi_epi64(ab_high, cd_high),
        ]
    }
}
