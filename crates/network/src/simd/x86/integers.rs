//! Integer vectors of x86-64.

use super::{Avx2, Avx512, Avx512Vnni, Sse2};
use crate::simd::Integers;
use std::arch::x86_64::*;

/// Applies an operation to both halves.
macro_rules! halves {
    ($operation:ident, $a:expr, $b:expr) => {
        [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
    };
}

// SAFETY of all bodies: every x86-64 processor has SSE2, and the caller guarantees room for loads
// and stores.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Integers for Sse2 {
    /// Two registers, so that a vector has twice the lanes of a float vector.
    type I16s = [__m128i; 2];
    const I16_LANES: usize = 16;
    const TILE: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self::I16s {
        unsafe { [_mm_setzero_si128(); 2] }
    }
    #[inline(always)]
    unsafe fn load_i16s(from: *const i16) -> Self::I16s {
        unsafe { [_mm_loadu_si128(from.cast()), _mm_loadu_si128(from.add(8).cast())] }
    }
    #[inline(always)]
    unsafe fn store_i16s(to: *mut i16, i16s: Self::I16s) {
        unsafe {
            _mm_storeu_si128(to.cast(), i16s[0]);
            _mm_storeu_si128(to.add(8).cast(), i16s[1]);
        }
    }
    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> Self::I16s {
        unsafe { [_mm_set1_epi32(from.cast::<i32>().read_unaligned()); 2] }
    }
    #[inline(always)]
    unsafe fn widen_i8s(from: *const i8) -> Self::I16s {
        unsafe {
            let bytes = _mm_loadu_si128(from.cast());
            // Each byte above itself, shifted down with its sign.
            let low = _mm_srai_epi16::<8>(_mm_unpacklo_epi8(bytes, bytes));
            [low, _mm_srai_epi16::<8>(_mm_unpackhi_epi8(bytes, bytes))]
        }
    }
    #[inline(always)]
    unsafe fn add_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(_mm_add_epi16, a, b) }
    }
    #[inline(always)]
    unsafe fn sub_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(_mm_sub_epi16, a, b) }
    }
    #[inline(always)]
    unsafe fn add_i32s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(_mm_add_epi32, a, b) }
    }
    #[inline(always)]
    unsafe fn mul_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe { halves!(_mm_mullo_epi16, a, b) }
    }
    #[inline(always)]
    unsafe fn add_relu(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe {
            let sums = halves!(_mm_adds_epi16, a, b);
            halves!(_mm_max_epi16, sums, Self::zero())
        }
    }
    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: Self::I16s, a: Self::I16s, b: Self::I16s) -> Self::I16s {
        unsafe {
            let products = halves!(_mm_madd_epi16, a, b);
            halves!(_mm_add_epi32, sum, products)
        }
    }
    #[inline(always)]
    unsafe fn narrow(low: Self::I16s, high: Self::I16s, shift: u32) -> Self::I16s {
        unsafe {
            let shift = _mm_cvtsi32_si128(shift as i32);
            let narrow = |i16s: Self::I16s| {
                _mm_packs_epi32(_mm_sra_epi32(i16s[0], shift), _mm_sra_epi32(i16s[1], shift))
            };
            [narrow(low), narrow(high)]
        }
    }
    #[inline(always)]
    unsafe fn nonzero_pairs(i16s: Self::I16s) -> u32 {
        unsafe {
            let zero = |i16s| {
                let zero = _mm_cmpeq_epi32(i16s, _mm_setzero_si128());
                _mm_movemask_ps(_mm_castsi128_ps(zero)) as u32
            };
            !(zero(i16s[0]) | zero(i16s[1]) << 4) & 0xff
        }
    }
}

// SAFETY of all bodies: `Instructions::run` runs them only on processors with the instructions, and
// the caller guarantees room for loads and stores.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
impl Integers for Avx2 {
    type I16s = __m256i;
    const I16_LANES: usize = 16;
    const TILE: usize = 8;

    #[inline(always)]
    unsafe fn zero() -> __m256i {
        unsafe { _mm256_setzero_si256() }
    }
    #[inline(always)]
    unsafe fn load_i16s(from: *const i16) -> __m256i {
        unsafe { _mm256_loadu_si256(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store_i16s(to: *mut i16, i16s: __m256i) {
        unsafe { _mm256_storeu_si256(to.cast(), i16s) }
    }
    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> __m256i {
        unsafe { _mm256_set1_epi32(from.cast::<i32>().read_unaligned()) }
    }
    #[inline(always)]
    unsafe fn widen_i8s(from: *const i8) -> __m256i {
        unsafe { _mm256_cvtepi8_epi16(_mm_loadu_si128(from.cast())) }
    }
    #[inline(always)]
    unsafe fn add_i16s(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn sub_i16s(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn add_i32s(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn mul_i16s(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_mullo_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn add_relu(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_max_epi16(_mm256_adds_epi16(a, b), _mm256_setzero_si256()) }
    }
    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)) }
    }
    #[inline(always)]
    unsafe fn narrow(low: __m256i, high: __m256i, shift: u32) -> __m256i {
        unsafe {
            let shift = _mm_cvtsi32_si128(shift as i32);
            let (low, high) = (_mm256_sra_epi32(low, shift), _mm256_sra_epi32(high, shift));
            // Packing interleaves the halves of the vectors.
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(low, high))
        }
    }
    #[inline(always)]
    unsafe fn nonzero_pairs(i16s: __m256i) -> u32 {
        unsafe {
            let zero = _mm256_cmpeq_epi32(i16s, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(zero)) as u32 & 0xff
        }
    }
    #[inline(always)]
    unsafe fn six_products(values: *const i16, rows: *const i16, length: usize) -> [i32; 6] {
        unsafe {
            let mut sums = [_mm256_setzero_si256(); 6];
            let mut first = 0;
            while first < length {
                let value = Self::load_i16s(values.add(first));
                for (row, sum) in sums.iter_mut().enumerate() {
                    let weights = Self::load_i16s(rows.add(row * length + first));
                    *sum = Self::multiply_add_pairs(*sum, value, weights);
                }
                first += Self::I16_LANES;
            }
            // Adds neighbours, then neighbouring sums, then both halves of the vectors.
            let [a, b, c, d, e, f] = sums;
            let (ab, cd, ef) =
                (_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d), _mm256_hadd_epi32(e, f));
            let (abcd, ef) = (_mm256_hadd_epi32(ab, cd), _mm256_hadd_epi32(ef, ef));
            let mut six = [0; 6];
            _mm_storeu_si128(six.as_mut_ptr().cast(), added_halves(abcd));
            _mm_storel_epi64(six.as_mut_ptr().add(4).cast(), added_halves(ef));
            six
        }
    }
}

/// Adds both halves of a vector.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn added_halves(numbers: __m256i) -> __m128i {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let low = _mm256_castsi256_si128(numbers);
        _mm_add_epi32(low, _mm256_extracti128_si256::<1>(numbers))
    }
}

macro_rules! avx512 {
    ($name:ident, $multiply_add_pairs:expr) => {
        // SAFETY of all bodies: `Instructions::run` runs them only on processors with the
        // instructions, and the caller guarantees room for loads and stores.
        #[allow(clippy::undocumented_unsafe_blocks, reason = "the comment above covers all blocks")]
        impl Integers for $name {
            type I16s = __m512i;
            const I16_LANES: usize = 32;
            const TILE: usize = 8;

            #[inline(always)]
            unsafe fn zero() -> __m512i {
                unsafe { _mm512_setzero_si512() }
            }
            #[inline(always)]
            unsafe fn load_i16s(from: *const i16) -> __m512i {
                unsafe { _mm512_loadu_si512(from.cast()) }
            }
            #[inline(always)]
            unsafe fn store_i16s(to: *mut i16, i16s: __m512i) {
                unsafe { _mm512_storeu_si512(to.cast(), i16s) }
            }
            #[inline(always)]
            unsafe fn splat_pair(from: *const i16) -> __m512i {
                unsafe { _mm512_set1_epi32(from.cast::<i32>().read_unaligned()) }
            }
            #[inline(always)]
            unsafe fn widen_i8s(from: *const i8) -> __m512i {
                unsafe { _mm512_cvtepi8_epi16(_mm256_loadu_si256(from.cast())) }
            }
            #[inline(always)]
            unsafe fn add_i16s(a: __m512i, b: __m512i) -> __m512i {
                unsafe { _mm512_add_epi16(a, b) }
            }
            #[inline(always)]
            unsafe fn sub_i16s(a: __m512i, b: __m512i) -> __m512i {
                unsafe { _mm512_sub_epi16(a, b) }
            }
            #[inline(always)]
            unsafe fn add_i32s(a: __m512i, b: __m512i) -> __m512i {
                unsafe { _mm512_add_epi32(a, b) }
            }
            #[inline(always)]
            unsafe fn mul_i16s(a: __m512i, b: __m512i) -> __m512i {
                unsafe { _mm512_mullo_epi16(a, b) }
            }
            #[inline(always)]
            unsafe fn add_relu(a: __m512i, b: __m512i) -> __m512i {
                unsafe { _mm512_max_epi16(_mm512_adds_epi16(a, b), _mm512_setzero_si512()) }
            }
            #[inline(always)]
            unsafe fn multiply_add_pairs(sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
                unsafe { $multiply_add_pairs(sum, a, b) }
            }
            #[inline(always)]
            unsafe fn narrow(low: __m512i, high: __m512i, shift: u32) -> __m512i {
                unsafe {
                    let shift = _mm_cvtsi32_si128(shift as i32);
                    let low = _mm512_sra_epi32(low, shift);
                    let high = _mm512_sra_epi32(high, shift);
                    // Packing interleaves the quarters of the vectors.
                    let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
                    _mm512_permutexvar_epi64(order, _mm512_packs_epi32(low, high))
                }
            }
            #[inline(always)]
            unsafe fn nonzero_pairs(i16s: __m512i) -> u32 {
                unsafe { u32::from(_mm512_test_epi32_mask(i16s, i16s)) }
            }
            #[inline(always)]
            unsafe fn six_products(
                values: *const i16,
                rows: *const i16,
                length: usize,
            ) -> [i32; 6] {
                // Narrower vectors need fewer additions at the end.
                unsafe { Avx2::six_products(values, rows, length) }
            }
        }
    };
}

avx512!(Avx512, |sum, a, b| _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)));
avx512!(Avx512Vnni, |sum, a, b| _mm512_dpwssd_epi32(sum, a, b));
