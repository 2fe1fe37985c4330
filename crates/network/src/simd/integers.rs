//! Integer vectors. Integer sums do not depend on the order of addition, so the results of these
//! operations are the same on every processor.

/// Vector operations on words of 16 bits, and on pairs of words as numbers of 32 bits.
///
/// # Safety
/// As for [`Floats`](super::Floats): the processor must have the instructions. Pointers must be
/// valid for as many numbers as the operation takes, and aligned to one number.
pub(crate) trait Integers {
    /// A vector of words, or of half as many numbers of 32 bits.
    type Words: Copy;
    /// Number of words of a vector: twice the lanes of a float vector.
    const WORDS: usize;
    /// Number of vectors that a loop keeps in registers besides the ones that it loads.
    const TILE: usize;

    unsafe fn zero() -> Self::Words;
    unsafe fn load_words(from: *const i16) -> Self::Words;
    unsafe fn store_words(to: *mut i16, words: Self::Words);
    /// Copies the two words at `from` to all lanes of 32 bits.
    unsafe fn splat_pair(from: *const i16) -> Self::Words;
    /// Loads as many bytes as a vector has words, and widens them.
    unsafe fn widen_bytes(from: *const i8) -> Self::Words;
    /// Adds words, wrapping around.
    unsafe fn add_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Subtracts words, wrapping around.
    unsafe fn sub_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Adds numbers of 32 bits, wrapping around.
    unsafe fn add_numbers(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns the low words of the products.
    unsafe fn mul_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Adds words with saturation, and replaces negative sums by 0.
    unsafe fn add_positive(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns sum + a₀ × b₀ + a₁ × b₁ for each pair of words.
    unsafe fn multiply_add_pairs(sum: Self::Words, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Divides numbers of 32 bits by 2 to the power of `shift`, rounds down, and converts to words
    /// with saturation. Numbers of `low` come before numbers of `high`.
    unsafe fn narrow(low: Self::Words, high: Self::Words, shift: u32) -> Self::Words;
    /// Returns a mask with a bit for each pair that is not zero.
    unsafe fn nonzero_pairs(words: Self::Words) -> u32;

    /// Returns, for each of six consecutive rows, the sum of the products of its words with
    /// `values`, wrapping around. `words` is the length of a row and of the values, a multiple
    /// of 32.
    #[inline(always)]
    unsafe fn six_products(values: *const i16, rows: *const i16, words: usize) -> [i32; 6] {
        let mut sums = [0i32; 6];
        // SAFETY: guaranteed by the caller.
        let values = unsafe { std::slice::from_raw_parts(values, words) };
        for (row, sum) in sums.iter_mut().enumerate() {
            // SAFETY: guaranteed by the caller.
            let row = unsafe { std::slice::from_raw_parts(rows.add(row * words), words) };
            for (&value, &weight) in values.iter().zip(row) {
                *sum = sum.wrapping_add(i32::from(value) * i32::from(weight));
            }
        }
        sums
    }
}

/// Number of words of a vector whose loops are left to the compiler.
const PLAIN_WORDS: usize = 16;

/// Reinterprets pairs of words as numbers of 32 bits.
#[inline(always)]
fn numbers(words: [i16; PLAIN_WORDS]) -> [i32; PLAIN_WORDS / 2] {
    // SAFETY: both have the same size, and every bit pattern is a number.
    unsafe { std::mem::transmute(words) }
}

#[inline(always)]
fn words(numbers: [i32; PLAIN_WORDS / 2]) -> [i16; PLAIN_WORDS] {
    // SAFETY: as above.
    unsafe { std::mem::transmute(numbers) }
}

// Loops over arrays are vectorised; closures for each number are only by chance.
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
        // SAFETY: the caller guarantees a vector of words.
        unsafe { from.cast::<Self::Words>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_words(to: *mut i16, words: Self::Words) {
        // SAFETY: the caller guarantees room for a vector.
        unsafe { to.cast::<Self::Words>().write_unaligned(words) }
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> Self::Words {
        // SAFETY: the caller guarantees two words.
        words([unsafe { from.cast::<i32>().read_unaligned() }; PLAIN_WORDS / 2])
    }

    #[inline(always)]
    unsafe fn widen_bytes(from: *const i8) -> Self::Words {
        // SAFETY: the caller guarantees as many bytes as a vector has words.
        let bytes = unsafe { from.cast::<[i8; PLAIN_WORDS]>().read_unaligned() };
        let mut words = [0; PLAIN_WORDS];
        for (word, byte) in words.iter_mut().zip(bytes) {
            *word = byte.into();
        }
        words
    }

    #[inline(always)]
    unsafe fn add_words(mut a: Self::Words, b: Self::Words) -> Self::Words {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_add(b);
        }
        a
    }

    #[inline(always)]
    unsafe fn sub_words(mut a: Self::Words, b: Self::Words) -> Self::Words {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_sub(b);
        }
        a
    }

    #[inline(always)]
    unsafe fn add_numbers(a: Self::Words, b: Self::Words) -> Self::Words {
        let (a, b) = (numbers(a), numbers(b));
        words(std::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }

    #[inline(always)]
    unsafe fn mul_words(mut a: Self::Words, b: Self::Words) -> Self::Words {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_mul(b);
        }
        a
    }

    #[inline(always)]
    unsafe fn add_positive(a: Self::Words, b: Self::Words) -> Self::Words {
        std::array::from_fn(|i| a[i].saturating_add(b[i]).max(0))
    }

    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: Self::Words, a: Self::Words, b: Self::Words) -> Self::Words {
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
