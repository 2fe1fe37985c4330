//! Vectors of integers. Sums of integers know no order, so what comes of these operations is the
//! same on every processor.

/// Vector operations on words of sixteen bits, and on pairs of them: numbers of 32 bits.
///
/// # Safety
/// As for [`Floats`](super::Floats): the processor has the instructions, and pointers are to as many
/// numbers as the operation takes, aligned to one number.
pub(crate) trait Integers {
    /// A vector of words, or of half as many numbers of 32 bits.
    type Words: Copy;
    /// Words of a vector: twice the lanes of a vector of floats.
    const WORDS: usize;
    /// Vectors that a loop keeps in registers beside what it loads.
    const TILE: usize;

    unsafe fn zero() -> Self::Words;
    unsafe fn load_words(from: *const i16) -> Self::Words;
    unsafe fn store_words(to: *mut i16, words: Self::Words);
    /// The two words there, in all lanes of 32 bits.
    unsafe fn splat_pair(from: *const i16) -> Self::Words;
    /// As many bytes as a vector has words.
    unsafe fn widen_bytes(from: *const i8) -> Self::Words;
    /// Wraps around.
    unsafe fn add_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Wraps around.
    unsafe fn sub_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Of numbers of 32 bits; wraps around.
    unsafe fn add_numbers(a: Self::Words, b: Self::Words) -> Self::Words;
    /// The low words of the products.
    unsafe fn mul_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Stays at the largest and at the least word, and is 0 where it would be negative.
    unsafe fn add_positive(a: Self::Words, b: Self::Words) -> Self::Words;
    /// sum + a₀ × b₀ + a₁ × b₁ for each pair of words.
    unsafe fn multiply_add_pairs(sum: Self::Words, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Numbers of 32 bits, those of `low` before those of `high`, divided by 2 to the power of
    /// `shift`, rounded down, as words. They stay at the largest and at the least.
    unsafe fn narrow(low: Self::Words, high: Self::Words, shift: u32) -> Self::Words;
    /// A bit for each pair that is not zero.
    unsafe fn nonzero_pairs(words: Self::Words) -> u32;

    /// The sums of the products of so many words, a multiple of 32, with as many in each of six rows
    /// that lie one behind the other; wraps around.
    #[inline(always)]
    unsafe fn six_products(values: *const i16, rows: *const i16, words: usize) -> [i32; 6] {
        let mut sums = [0i32; 6];
        // SAFETY: the caller's.
        let values = unsafe { std::slice::from_raw_parts(values, words) };
        for (row, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the caller's.
            let row = unsafe { std::slice::from_raw_parts(rows.add(row * words), words) };
            for (&value, &weight) in values.iter().zip(row) {
                *sum = sum.wrapping_add(i32::from(value) * i32::from(weight));
            }
        }
        sums
    }
}

/// Words of a vector where loops are left to the compiler.
const PLAIN_WORDS: usize = 16;

/// The numbers of 32 bits that pairs of words are.
#[inline(always)]
fn numbers(words: [i16; PLAIN_WORDS]) -> [i32; PLAIN_WORDS / 2] {
    // SAFETY: both are as many bits, and any bits are numbers.
    unsafe { std::mem::transmute(words) }
}

#[inline(always)]
fn words(numbers: [i32; PLAIN_WORDS / 2]) -> [i16; PLAIN_WORDS] {
    // SAFETY: as above.
    unsafe { std::mem::transmute(numbers) }
}

impl Integers for super::Plain {
    type Words = [i16; PLAIN_WORDS];
    const WORDS: usize = PLAIN_WORDS;
    const TILE: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self::Words {
        [0; PLAIN_WORDS]
    }

    #[inline(always)]
    unsafe fn load_words(from: *const i16) -> Self::Words {
        // SAFETY: the caller gives so many words.
        unsafe { from.cast::<Self::Words>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_words(to: *mut i16, words: Self::Words) {
        // SAFETY: the caller gives room.
        unsafe { to.cast::<Self::Words>().write_unaligned(words) }
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> Self::Words {
        // SAFETY: the caller gives two words.
        words([unsafe { from.cast::<i32>().read_unaligned() }; PLAIN_WORDS / 2])
    }

    #[inline(always)]
    unsafe fn widen_bytes(from: *const i8) -> Self::Words {
        // SAFETY: the caller gives so many bytes.
        unsafe { from.cast::<[i8; PLAIN_WORDS]>().read_unaligned() }.map(i16::from)
    }

    #[inline(always)]
    unsafe fn add_words(a: Self::Words, b: Self::Words) -> Self::Words {
        std::array::from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    unsafe fn sub_words(a: Self::Words, b: Self::Words) -> Self::Words {
        std::array::from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    unsafe fn add_numbers(a: Self::Words, b: Self::Words) -> Self::Words {
        let (a, b) = (numbers(a), numbers(b));
        words(std::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }

    #[inline(always)]
    unsafe fn mul_words(a: Self::Words, b: Self::Words) -> Self::Words {
        std::array::from_fn(|i| a[i].wrapping_mul(b[i]))
    }

    #[inline(always)]
    unsafe fn add_positive(a: Self::Words, b: Self::Words) -> Self::Words {
        std::array::from_fn(|i| a[i].saturating_add(b[i]).max(0))
    }

    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: Self::Words, a: Self::Words, b: Self::Words) -> Self::Words {
        // Loops over arrays become vector code, closures for each number do not.
        let mut products = [0; PLAIN_WORDS];
        for (product, (a, b)) in products.iter_mut().zip(a.into_iter().zip(b)) {
            *product = i32::from(a) * i32::from(b);
        }
        let mut sums = numbers(sum);
        for (sum, pair) in sums.iter_mut().zip(products.as_chunks::<2>().0) {
            *sum = sum.wrapping_add(pair[0].wrapping_add(pair[1]));
        }
        words(sums)
    }

    #[inline(always)]
    unsafe fn narrow(low: Self::Words, high: Self::Words, shift: u32) -> Self::Words {
        let (low, high) = (numbers(low), numbers(high));
        let narrow = |x: i32| (x >> shift).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        std::array::from_fn(|i| {
            let half = PLAIN_WORDS / 2;
            narrow(if i < half { low[i] } else { high[i - half] })
        })
    }

    #[inline(always)]
    unsafe fn nonzero_pairs(words: Self::Words) -> u32 {
        numbers(words).iter().enumerate().map(|(i, &x)| u32::from(x != 0) << i).sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Integers;
    use crate::simd::x86::{Avx2, Avx512, Avx512Vnni, Sse2};
    use std::arch::x86_64::*;

    /// The same operation on both halves.
    macro_rules! halves {
        ($operation:ident, $a:expr, $b:expr) => {
            [$operation($a[0], $b[0]), $operation($a[1], $b[1])]
        };
    }

    // SAFETY of the bodies: every x86-64 processor has SSE2, and the caller gives room for what is
    // loaded and stored.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Integers for Sse2 {
        /// Two registers, so that a vector has twice the lanes of one of floats.
        type Words = [__m128i; 2];
        const WORDS: usize = 16;
        const TILE: usize = 4;

        #[inline(always)]
        unsafe fn zero() -> Self::Words {
            unsafe { [_mm_setzero_si128(); 2] }
        }
        #[inline(always)]
        unsafe fn load_words(from: *const i16) -> Self::Words {
            unsafe { [_mm_loadu_si128(from.cast()), _mm_loadu_si128(from.add(8).cast())] }
        }
        #[inline(always)]
        unsafe fn store_words(to: *mut i16, words: Self::Words) {
            unsafe {
                _mm_storeu_si128(to.cast(), words[0]);
                _mm_storeu_si128(to.add(8).cast(), words[1]);
            }
        }
        #[inline(always)]
        unsafe fn splat_pair(from: *const i16) -> Self::Words {
            unsafe { [_mm_set1_epi32(from.cast::<i32>().read_unaligned()); 2] }
        }
        #[inline(always)]
        unsafe fn widen_bytes(from: *const i8) -> Self::Words {
            unsafe {
                let bytes = _mm_loadu_si128(from.cast());
                // A byte above itself, moved down with its sign.
                let low = _mm_srai_epi16::<8>(_mm_unpacklo_epi8(bytes, bytes));
                [low, _mm_srai_epi16::<8>(_mm_unpackhi_epi8(bytes, bytes))]
            }
        }
        #[inline(always)]
        unsafe fn add_words(a: Self::Words, b: Self::Words) -> Self::Words {
            unsafe { halves!(_mm_add_epi16, a, b) }
        }
        #[inline(always)]
        unsafe fn sub_words(a: Self::Words, b: Self::Words) -> Self::Words {
            unsafe { halves!(_mm_sub_epi16, a, b) }
        }
        #[inline(always)]
        unsafe fn add_numbers(a: Self::Words, b: Self::Words) -> Self::Words {
            unsafe { halves!(_mm_add_epi32, a, b) }
        }
        #[inline(always)]
        unsafe fn mul_words(a: Self::Words, b: Self::Words) -> Self::Words {
            unsafe { halves!(_mm_mullo_epi16, a, b) }
        }
        #[inline(always)]
        unsafe fn add_positive(a: Self::Words, b: Self::Words) -> Self::Words {
            unsafe {
                let sums = halves!(_mm_adds_epi16, a, b);
                halves!(_mm_max_epi16, sums, Self::zero())
            }
        }
        #[inline(always)]
        unsafe fn multiply_add_pairs(
            sum: Self::Words,
            a: Self::Words,
            b: Self::Words,
        ) -> Self::Words {
            unsafe {
                let products = halves!(_mm_madd_epi16, a, b);
                halves!(_mm_add_epi32, sum, products)
            }
        }
        #[inline(always)]
        unsafe fn narrow(low: Self::Words, high: Self::Words, shift: u32) -> Self::Words {
            unsafe {
                let shift = _mm_cvtsi32_si128(shift as i32);
                let narrow = |words: Self::Words| {
                    _mm_packs_epi32(_mm_sra_epi32(words[0], shift), _mm_sra_epi32(words[1], shift))
                };
                [narrow(low), narrow(high)]
            }
        }
        #[inline(always)]
        unsafe fn nonzero_pairs(words: Self::Words) -> u32 {
            unsafe {
                let zero = |words| {
                    let zero = _mm_cmpeq_epi32(words, _mm_setzero_si128());
                    _mm_movemask_ps(_mm_castsi128_ps(zero)) as u32
                };
                !(zero(words[0]) | zero(words[1]) << 4) & 0xff
            }
        }
    }

    // SAFETY of the bodies: `Instructions::run` runs them only where the instructions exist, and the
    // caller gives room for what is loaded and stored.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Integers for Avx2 {
        type Words = __m256i;
        const WORDS: usize = 16;
        const TILE: usize = 8;

        #[inline(always)]
        unsafe fn zero() -> __m256i {
            unsafe { _mm256_setzero_si256() }
        }
        #[inline(always)]
        unsafe fn load_words(from: *const i16) -> __m256i {
            unsafe { _mm256_loadu_si256(from.cast()) }
        }
        #[inline(always)]
        unsafe fn store_words(to: *mut i16, words: __m256i) {
            unsafe { _mm256_storeu_si256(to.cast(), words) }
        }
        #[inline(always)]
        unsafe fn splat_pair(from: *const i16) -> __m256i {
            unsafe { _mm256_set1_epi32(from.cast::<i32>().read_unaligned()) }
        }
        #[inline(always)]
        unsafe fn widen_bytes(from: *const i8) -> __m256i {
            unsafe { _mm256_cvtepi8_epi16(_mm_loadu_si128(from.cast())) }
        }
        #[inline(always)]
        unsafe fn add_words(a: __m256i, b: __m256i) -> __m256i {
            unsafe { _mm256_add_epi16(a, b) }
        }
        #[inline(always)]
        unsafe fn sub_words(a: __m256i, b: __m256i) -> __m256i {
            unsafe { _mm256_sub_epi16(a, b) }
        }
        #[inline(always)]
        unsafe fn add_numbers(a: __m256i, b: __m256i) -> __m256i {
            unsafe { _mm256_add_epi32(a, b) }
        }
        #[inline(always)]
        unsafe fn mul_words(a: __m256i, b: __m256i) -> __m256i {
            unsafe { _mm256_mullo_epi16(a, b) }
        }
        #[inline(always)]
        unsafe fn add_positive(a: __m256i, b: __m256i) -> __m256i {
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
        unsafe fn nonzero_pairs(words: __m256i) -> u32 {
            unsafe {
                let zero = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
                !_mm256_movemask_ps(_mm256_castsi256_ps(zero)) as u32 & 0xff
            }
        }
        #[inline(always)]
        unsafe fn six_products(values: *const i16, rows: *const i16, words: usize) -> [i32; 6] {
            unsafe {
                let mut sums = [_mm256_setzero_si256(); 6];
                let mut first = 0;
                while first < words {
                    let value = Self::load_words(values.add(first));
                    for (row, sum) in sums.iter_mut().enumerate() {
                        let weights = Self::load_words(rows.add(row * words + first));
                        *sum = Self::multiply_add_pairs(*sum, value, weights);
                    }
                    first += Self::WORDS;
                }
                // Neighbours added, and their neighbours; then both halves of the vectors.
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

    /// # Safety
    /// The processor has AVX2.
    #[inline(always)]
    unsafe fn added_halves(numbers: __m256i) -> __m128i {
        // SAFETY: the caller's.
        unsafe {
            let low = _mm256_castsi256_si128(numbers);
            _mm_add_epi32(low, _mm256_extracti128_si256::<1>(numbers))
        }
    }

    macro_rules! avx512 {
        ($name:ident, $multiply_add_pairs:expr) => {
            // SAFETY of the bodies: as above.
            #[allow(clippy::undocumented_unsafe_blocks)]
            impl Integers for $name {
                type Words = __m512i;
                const WORDS: usize = 32;
                const TILE: usize = 8;

                #[inline(always)]
                unsafe fn zero() -> __m512i {
                    unsafe { _mm512_setzero_si512() }
                }
                #[inline(always)]
                unsafe fn load_words(from: *const i16) -> __m512i {
                    unsafe { _mm512_loadu_si512(from.cast()) }
                }
                #[inline(always)]
                unsafe fn store_words(to: *mut i16, words: __m512i) {
                    unsafe { _mm512_storeu_si512(to.cast(), words) }
                }
                #[inline(always)]
                unsafe fn splat_pair(from: *const i16) -> __m512i {
                    unsafe { _mm512_set1_epi32(from.cast::<i32>().read_unaligned()) }
                }
                #[inline(always)]
                unsafe fn widen_bytes(from: *const i8) -> __m512i {
                    unsafe { _mm512_cvtepi8_epi16(_mm256_loadu_si256(from.cast())) }
                }
                #[inline(always)]
                unsafe fn add_words(a: __m512i, b: __m512i) -> __m512i {
                    unsafe { _mm512_add_epi16(a, b) }
                }
                #[inline(always)]
                unsafe fn sub_words(a: __m512i, b: __m512i) -> __m512i {
                    unsafe { _mm512_sub_epi16(a, b) }
                }
                #[inline(always)]
                unsafe fn add_numbers(a: __m512i, b: __m512i) -> __m512i {
                    unsafe { _mm512_add_epi32(a, b) }
                }
                #[inline(always)]
                unsafe fn mul_words(a: __m512i, b: __m512i) -> __m512i {
                    unsafe { _mm512_mullo_epi16(a, b) }
                }
                #[inline(always)]
                unsafe fn add_positive(a: __m512i, b: __m512i) -> __m512i {
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
                unsafe fn nonzero_pairs(words: __m512i) -> u32 {
                    unsafe { u32::from(_mm512_test_epi32_mask(words, words)) }
                }
                #[inline(always)]
                unsafe fn six_products(
                    values: *const i16,
                    rows: *const i16,
                    words: usize,
                ) -> [i32; 6] {
                    // Narrower vectors have less to add up in the end.
                    unsafe { Avx2::six_products(values, rows, words) }
                }
            }
        };
    }

    avx512!(Avx512, |sum, a, b| _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)));
    avx512!(Avx512Vnni, |sum, a, b| _mm512_dpwssd_epi32(sum, a, b));
}
