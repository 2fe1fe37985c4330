//! Integer vectors. Integer sums do not depend on the order of addition, so the results of these
//! operations are the same on every processor.

/// Vector operations on `i16`s, and on pairs of them reinterpreted as `i32`s.
///
/// # Safety
/// As for [`Floats`](super::Floats): the processor must have the instructions. Pointers must be
/// valid for as many numbers as the operation takes, and aligned to one number.
pub(crate) trait Integers {
    /// A vector of `i16`s, or of half as many `i32`s.
    type I16s: Copy;
    /// Number of `i16`s of a vector: twice the lanes of a float vector.
    const I16_LANES: usize;
    /// Number of vectors that a loop keeps in registers besides the ones that it loads.
    const TILE: usize;

    unsafe fn zero() -> Self::I16s;
    unsafe fn load_i16s(from: *const i16) -> Self::I16s;
    unsafe fn store_i16s(to: *mut i16, i16s: Self::I16s);
    /// Copies the two `i16`s at `from` to all lanes of 32 bits.
    unsafe fn splat_pair(from: *const i16) -> Self::I16s;
    /// Loads as many bytes as a vector has `i16`s, and widens them.
    unsafe fn widen_i8s(from: *const i8) -> Self::I16s;
    /// Adds `i16`s, wrapping around.
    unsafe fn add_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s;
    /// Subtracts `i16`s, wrapping around.
    unsafe fn sub_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s;
    /// Adds `i32`s, wrapping around.
    unsafe fn add_i32s(a: Self::I16s, b: Self::I16s) -> Self::I16s;
    /// Returns the low halves of the products.
    unsafe fn mul_i16s(a: Self::I16s, b: Self::I16s) -> Self::I16s;
    /// Adds `i16`s with saturation, and replaces negative sums by 0 (ReLU).
    unsafe fn add_relu(a: Self::I16s, b: Self::I16s) -> Self::I16s;
    /// Returns sum + a₀ × b₀ + a₁ × b₁ for each pair of `i16`s.
    unsafe fn multiply_add_pairs(sum: Self::I16s, a: Self::I16s, b: Self::I16s) -> Self::I16s;
    /// Divides `i32`s by 2 to the power of `shift`, rounds down, and converts to `i16`s with
    /// saturation. Results of `low` come before those of `high`.
    unsafe fn narrow(low: Self::I16s, high: Self::I16s, shift: u32) -> Self::I16s;
    /// Returns a mask with a bit for each pair that is not zero.
    unsafe fn nonzero_pairs(i16s: Self::I16s) -> u32;

    /// Returns, for each of six consecutive rows, the sum of the products of its weights
    /// with `values`, wrapping around. `length` is that of a row and of the values, a multiple of
    /// 32.
    #[inline(always)]
    unsafe fn six_products(values: *const i16, rows: *const i16, length: usize) -> [i32; 6] {
        let mut sums = [0i32; 6];
        // SAFETY: guaranteed by the caller.
        let values = unsafe { std::slice::from_raw_parts(values, length) };
        for (row, sum) in sums.iter_mut().enumerate() {
            // SAFETY: guaranteed by the caller.
            let row = unsafe { std::slice::from_raw_parts(rows.add(row * length), length) };
            for (&value, &weight) in values.iter().zip(row) {
                *sum = sum.wrapping_add(i32::from(value) * i32::from(weight));
            }
        }
        sums
    }
}

/// Number of `i16`s of a vector whose loops are left to the compiler.
const PLAIN_I16S: usize = 16;

/// Reinterprets pairs of `i16`s as `i32`s.
#[inline(always)]
fn as_i32s(i16s: [i16; PLAIN_I16S]) -> [i32; PLAIN_I16S / 2] {
    // SAFETY: both have the same size, and every bit pattern is a number.
    unsafe { std::mem::transmute(i16s) }
}

#[inline(always)]
fn as_i16s(i32s: [i32; PLAIN_I16S / 2]) -> [i16; PLAIN_I16S] {
    // SAFETY: as above.
    unsafe { std::mem::transmute(i32s) }
}

// Loops over arrays are vectorised; closures for each number are only by chance.
impl Integers for super::Plain {
    type I16s = [i16; PLAIN_I16S];
    const I16_LANES: usize = PLAIN_I16S;
    const TILE: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self::I16s {
        [0; PLAIN_I16S]
    }

    #[inline(always)]
    unsafe fn load_i16s(from: *const i16) -> Self::I16s {
        // SAFETY: the caller guarantees a vector of `i16`s.
        unsafe { from.cast::<Self::I16s>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_i16s(to: *mut i16, i16s: Self::I16s) {
        // SAFETY: the caller guarantees room for a vector.
        unsafe { to.cast::<Self::I16s>().write_unaligned(i16s) }
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> Self::I16s {
        // SAFETY: the caller guarantees two `i16`s.
        as_i16s([unsafe { from.cast::<i32>().read_unaligned() }; PLAIN_I16S / 2])
    }

    #[inline(always)]
    unsafe fn widen_i8s(from: *const i8) -> Self::I16s {
        // SAFETY: the caller guarantees as many bytes as a vector has `i16`s.
        let bytes = unsafe { from.cast::<[i8; PLAIN_I16S]>().read_unaligned() };
        let mut i16s = [0; PLAIN_I16S];
        for (to, byte) in i16s.iter_mut().zip(bytes) {
            *to = byte.into();
        }
        i16s
    }

    #[inline(always)]
    unsafe fn add_i16s(mut a: Self::I16s, b: Self::I16s) -> Self::I16s {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_add(b);
        }
        a
    }

    #[inline(always)]
    unsafe fn sub_i16s(mut a: Self::I16s, b: Self::I16s) -> Self::I16s {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_sub(b);
        }
        a
    }

    #[inline(always)]
    unsafe fn add_i32s(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        let (a, b) = (as_i32s(a), as_i32s(b));
        as_i16s(std::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }

    #[inline(always)]
    unsafe fn mul_i16s(mut a: Self::I16s, b: Self::I16s) -> Self::I16s {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_mul(b);
        }
        a
    }

    #[inline(always)]
    unsafe fn add_relu(a: Self::I16s, b: Self::I16s) -> Self::I16s {
        std::array::from_fn(|i| a[i].saturating_add(b[i]).max(0))
    }

    #[inline(always)]
    unsafe fn multiply_add_pairs(sum: Self::I16s, a: Self::I16s, b: Self::I16s) -> Self::I16s {
        let mut products = [0; PLAIN_I16S];
        for (product, (a, b)) in products.iter_mut().zip(a.into_iter().zip(b)) {
            *product = i32::from(a) * i32::from(b);
        }
        let mut sums = as_i32s(sum);
        for (sum, pair) in sums.iter_mut().zip(products.as_chunks::<2>().0) {
            *sum = sum.wrapping_add(pair[0].wrapping_add(pair[1]));
        }
        as_i16s(sums)
    }

    #[inline(always)]
    unsafe fn narrow(low: Self::I16s, high: Self::I16s, shift: u32) -> Self::I16s {
        let (low, high) = (as_i32s(low), as_i32s(high));
        let narrow = |x: i32| (x >> shift).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        std::array::from_fn(|i| {
            let half = PLAIN_I16S / 2;
            narrow(if i < half { low[i] } else { high[i - half] })
        })
    }

    #[inline(always)]
    unsafe fn nonzero_pairs(i16s: Self::I16s) -> u32 {
        as_i32s(i16s).iter().enumerate().map(|(i, &x)| u32::from(x != 0) << i).sum()
    }
}
