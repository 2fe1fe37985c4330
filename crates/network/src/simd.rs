//! Vector arithmetic chosen at run time, so that one binary is fast on every machine.
//!
//! A [`Task`] is written once against [`Kernel`]; [`Instructions::run`] compiles it for AVX-512, for
//! AVX2 with FMA and for the plain instruction set. On ARM the plain one is vectorised with NEON by
//! the compiler.

#[cfg(test)]
use std::iter;
use std::sync::LazyLock;

/// Vector operations on `f32` lanes.
///
/// # Safety
/// The operations of an implementation may only run where the processor has its instructions;
/// [`Instructions::run`] sees to that. Pointers are to as many numbers as there are lanes, aligned to one
/// number; `write_places` says what it needs.
pub(crate) trait Kernel {
    /// A vector.
    type Vector: Copy;
    /// Lanes of a vector.
    const LANES: usize;
    /// Rows that `multiply_add` keeps in registers at a time, at most 6.
    const ROWS: usize;
    /// Vectors that it keeps of each of those rows, at most 4.
    const VECTORS: usize;
    /// Vectors that it keeps of a row that is alone.
    const ROW_VECTORS: usize;

    unsafe fn load(from: *const f32) -> Self::Vector;
    unsafe fn store(to: *mut f32, vector: Self::Vector);
    unsafe fn splat(value: f32) -> Self::Vector;
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a × b + c
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Bit by bit.
    unsafe fn or(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// A bit for each lane that is not zero.
    unsafe fn nonzero(vector: Self::Vector) -> u32;

    /// Writes `first` + n for each bit n of a mask, and gives how many. There is room for `LANES`
    /// numbers, and what comes after those that count may be written over.
    #[inline(always)]
    unsafe fn write_places(mut mask: u32, first: u32, to: *mut u16) -> usize {
        let mut count = 0;
        while mask != 0 {
            // SAFETY: a mask has no more bits than there are lanes.
            unsafe { to.add(count).write((first + mask.trailing_zeros()) as u16) };
            count += 1;
            mask &= mask - 1;
        }
        count
    }
}

/// Something to compute with whatever vectors there are.
///
/// `run` and all it calls must be `#[inline(always)]`, or it is not compiled for the kernel.
pub(crate) trait Task {
    /// What it gives.
    type Output;
    /// Computes it.
    fn run<K: Kernel>(self) -> Self::Output;
}

/// What a processor is asked to understand. Whoever has one has seen that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Level);

/// From the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The most that this processor has, or what `SHESH_SIMD` names if that is less.
    #[inline]
    pub(crate) fn best() -> Self {
        static BEST: LazyLock<Instructions> = LazyLock::new(|| {
            let wanted = std::env::var("SHESH_SIMD");
            Instructions(match wanted.as_deref() {
                Ok("plain") => Level::Plain,
                #[cfg(target_arch = "x86_64")]
                Ok("avx2") => Level::Avx2.min(x86::best()),
                #[cfg(target_arch = "x86_64")]
                _ => x86::best(),
                #[cfg(not(target_arch = "x86_64"))]
                _ => Level::Plain,
            })
        });
        *BEST
    }

    /// All that this processor has.
    #[cfg(test)]
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let more = [Level::Avx2, Level::Avx512].into_iter().filter(|&level| level <= x86::best());
        #[cfg(not(target_arch = "x86_64"))]
        let more = iter::empty();
        iter::once(Level::Plain).chain(more).map(Self)
    }

    /// Runs a task with these instructions.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Level::Plain => task.run::<Plain>(),
            // SAFETY: who has made `self` has seen that the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { x86::with_avx2(task) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { x86::with_avx512(task) },
        }
    }
}

/// Name of the instructions that the kernels use here: `avx512`, `avx2` or `plain`.
///
/// `SHESH_SIMD` set to one of these names asks for less than the processor has, to compare.
pub fn instructions() -> &'static str {
    match Instructions::best().0 {
        Level::Plain => "plain",
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => "avx2",
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => "avx512",
    }
}

/// Loops over arrays, left to the compiler.
pub(crate) struct Plain;

const PLAIN_LANES: usize = 8;

#[inline(always)]
fn each(
    a: [f32; PLAIN_LANES],
    b: [f32; PLAIN_LANES],
    f: impl Fn(f32, f32) -> f32,
) -> [f32; PLAIN_LANES] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

impl Kernel for Plain {
    type Vector = [f32; PLAIN_LANES];
    const LANES: usize = PLAIN_LANES;
    const ROWS: usize = 2;
    const VECTORS: usize = 2;
    const ROW_VECTORS: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self::Vector {
        // SAFETY: the caller gives room for a vector.
        unsafe { from.cast::<Self::Vector>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut f32, vector: Self::Vector) {
        // SAFETY: the caller gives room for a vector.
        unsafe { to.cast::<Self::Vector>().write_unaligned(vector) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self::Vector {
        [value; PLAIN_LANES]
    }

    #[inline(always)]
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        each(a, b, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        each(a, b, |a, b| a - b)
    }

    #[inline(always)]
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        // A fused multiply-add is one instruction on every ARM, but a function call on old x86.
        if cfg!(target_arch = "aarch64") {
            std::array::from_fn(|i| a[i].mul_add(b[i], c[i]))
        } else {
            std::array::from_fn(|i| a[i] * b[i] + c[i])
        }
    }

    #[inline(always)]
    unsafe fn or(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        each(a, b, |a, b| f32::from_bits(a.to_bits() | b.to_bits()))
    }

    #[inline(always)]
    unsafe fn nonzero(vector: Self::Vector) -> u32 {
        (0..PLAIN_LANES).map(|i| u32::from(vector[i] != 0.0) << i).sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Kernel, Level, Task};
    use std::arch::x86_64::*;

    /// The most that this processor has.
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
        match (has_avx512, has_avx2) {
            (true, _) => Level::Avx512,
            (_, true) => Level::Avx2,
            _ => Level::Plain,
        }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt"
    )]
    pub(super) unsafe fn with_avx512<T: Task>(task: T) -> T::Output {
        task.run::<Avx512>()
    }

    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn with_avx2<T: Task>(task: T) -> T::Output {
        task.run::<Avx2>()
    }

    /// Sixteen lanes, 32 registers.
    struct Avx512;

    /// Eight lanes, 16 registers.
    struct Avx2;

    macro_rules! kernel {
        ($name:ident, $vector:ty, $lanes:literal, $rows:literal, $vectors:literal,
         $row_vectors:literal,
         $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident, $fma:ident, $or:ident,
         $nonzero:expr $(, $write_places:item)?) => {
            // SAFETY of the bodies: `Instructions::run` runs them only where the instructions exist, and
            // the caller gives room for a vector at each pointer.
            #[allow(clippy::undocumented_unsafe_blocks)]
            impl Kernel for $name {
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
                $($write_places)?
            }
        };
    }

    kernel!(
        Avx512,
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
        unsafe fn write_places(mask: u32, first: u32, to: *mut u16) -> usize {
            // SAFETY: the caller gives room for as many numbers as there are lanes.
            unsafe {
                let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
                let places = _mm512_add_epi32(lanes, _mm512_set1_epi32(first as i32));
                let wanted = _mm512_maskz_compress_epi32(mask as u16, places);
                _mm256_storeu_si256(to.cast(), _mm512_cvtepi32_epi16(wanted));
            }
            mask.count_ones() as usize
        }
    );
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
        |v| _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(v, _mm256_setzero_ps())) as u32
    );
}
