//! SIMD arithmetic, chosen at run time so that one binary is fast on every machine.
//!
//! A [`Task`] is written once against [`Kernel`]. [`Instructions::run`] runs the version compiled
//! for AVX-512, for AVX2 with FMA or for SSE2 on x86-64, for NEON on AArch64, for SIMD128 on
//! WebAssembly, or for the baseline instruction set, whose loops are left to the compiler.

mod integers;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(test)]
mod operations;
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod set_bits;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
mod x8;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use integers::Integers;
use std::sync::LazyLock;
pub(crate) use x8::{Column, F32x8, LANES, Lanes, U32x8};

/// Vector operations on `f32` lanes.
///
/// # Safety
/// The operations of an implementation may only run on processors that have its instructions;
/// [`Instructions::run`] ensures this. Pointers must be valid for as many numbers as there are
/// lanes, and aligned to one number. `write_set_bits` documents its own requirements.
pub(crate) trait Floats {
    /// A vector.
    type Vector: Copy;
    /// Number of lanes of a vector.
    const LANES: usize;
    /// Number of rows that matrix multiplication keeps in registers, at most 6.
    const ROWS: usize;
    /// Number of vectors that it keeps of each of those rows, at most 4.
    const VECTORS: usize;
    /// Number of vectors that it keeps of a single row.
    const ROW_VECTORS: usize;

    unsafe fn load(from: *const f32) -> Self::Vector;
    unsafe fn store(to: *mut f32, vector: Self::Vector);
    unsafe fn splat(value: f32) -> Self::Vector;
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns a × b + c.
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Returns the bitwise or.
    unsafe fn or(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns a mask with a bit for each lane that is not zero.
    unsafe fn nonzero(vector: Self::Vector) -> u32;

    /// Writes `first` + n for each set bit n of a mask, and returns the number of set bits. `to`
    /// must have room for `LANES` numbers; numbers after the written ones may be overwritten.
    #[inline(always)]
    unsafe fn write_set_bits(mut mask: u32, first: u32, to: *mut u16) -> usize {
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

/// The vector operations that a task is compiled for.
pub(crate) trait Kernel: Floats + Integers {
    /// Operations with one position per lane.
    type Lanes: Lanes;
}

impl Kernel for Plain {
    type Lanes = x8::PlainLanes;
}

#[cfg(target_arch = "aarch64")]
impl Kernel for neon::Neon {
    type Lanes = x8::NeonLanes;
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Kernel for wasm::Simd128 {
    type Lanes = x8::Simd128Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Sse2 {
    type Lanes = x8::Sse2Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Avx2 {
    type Lanes = x8::Avx2Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Avx512 {
    type Lanes = x8::Avx2Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Avx512Vnni {
    type Lanes = x8::Avx2Lanes;
}

/// A computation that can be compiled for any kernel.
///
/// `run` and everything that it calls must be `#[inline(always)]`, or it is not compiled for the
/// kernel.
pub(crate) trait Task {
    /// Result of the computation.
    type Output;
    /// Runs the computation.
    fn run<K: Kernel>(self) -> Self::Output;
}

/// Environment variable that selects less than the processor has, for comparison: a name of
/// instructions, `float`, or both with a comma between them.
const VARIABLE: &str = "SHESH_SIMD";

/// Arithmetic in which a net is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Integers, if the net can be quantised.
    Integers,
    /// Floats.
    Floats,
}

/// The selection made by [`VARIABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    arithmetic: Arithmetic,
    /// Upper limit of the instructions.
    level: Level,
}

/// Error: `SHESH_SIMD` has an unknown value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid SHESH_SIMD {0:?}: use an instruction set ({known}), float, or both separated by a \
     comma",
    known = sheshbesh_movegen::listed(&Level::names())
)]
pub struct UnknownInstructions(String);

impl Wanted {
    fn parse(text: &str) -> Result<Self, UnknownInstructions> {
        let (mut arithmetic, mut level) = (Arithmetic::Integers, None);
        for name in text.split(',').filter(|name| !name.is_empty()) {
            let named = Level::ALL.iter().copied().find(|level| level.name() == name);
            match named {
                Some(_) if level.is_none() => level = named,
                None if name == "float" => arithmetic = Arithmetic::Floats,
                _ => return Err(UnknownInstructions(text.to_owned())),
            }
        }
        Ok(Self { arithmetic, level: level.unwrap_or(Level::MOST) })
    }

    fn read() -> Result<Self, UnknownInstructions> {
        Self::parse(&std::env::var_os(VARIABLE).unwrap_or_default().to_string_lossy())
    }

    /// Returns the selection, or the default if the variable is invalid.
    fn get() -> Self {
        static WANTED: LazyLock<Wanted> = LazyLock::new(|| {
            Wanted::read().or_else(|_| Wanted::parse("")).expect("the empty value is valid")
        });
        *WANTED
    }
}

impl Arithmetic {
    pub(crate) fn wanted() -> Self {
        Wanted::get().arithmetic
    }
}

/// Checks the environment variable `SHESH_SIMD`. Call this when a program starts: networks ignore
/// an invalid value.
///
/// # Errors
/// If the variable has an unknown value.
pub fn check_instructions() -> Result<(), UnknownInstructions> {
    Wanted::read().map(|_| ())
}

/// A set of instructions. Its existence proves that the processor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Level);

/// Sets of instructions, from the smallest to the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Plain,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
}

impl Level {
    const ALL: &[Self] = &[
        Self::Plain,
        #[cfg(target_arch = "aarch64")]
        Self::Neon,
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Self::Simd128,
        #[cfg(target_arch = "x86_64")]
        Self::Sse2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512Vnni,
    ];
    const MOST: Self = Self::ALL[Self::ALL.len() - 1];

    const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            #[cfg(target_arch = "aarch64")]
            Self::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => "simd128",
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => "sse2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => "avx512-vnni",
        }
    }

    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|level| level.name()).collect()
    }

    /// Returns the largest set of instructions of this processor.
    fn here() -> Self {
        #[cfg(target_arch = "x86_64")]
        return x86::best();
        // Every AArch64 processor has NEON, and a module is compiled with SIMD128 or without.
        #[cfg(not(target_arch = "x86_64"))]
        Self::MOST
    }
}

impl Instructions {
    /// Returns the largest set of instructions of this processor, limited by `SHESH_SIMD`.
    #[inline]
    pub(crate) fn best() -> Self {
        static BEST: LazyLock<Instructions> =
            LazyLock::new(|| Instructions(Wanted::get().level.min(Level::here())));
        *BEST
    }

    /// Returns all sets of instructions of this processor.
    #[cfg(test)]
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        Level::ALL.iter().copied().filter(|&level| level <= Level::here()).map(Self)
    }

    /// Runs a task with these instructions.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        // With coverage instrumentation, every set of instructions takes minutes to compile, and
        // the outcomes are the same with all of them.
        #[cfg(fuzzing)]
        return task.run::<Plain>();
        // A WebAssembly module has no environment to choose from, and is smaller without loops for
        // the baseline.
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(any(fuzzing, test))))]
        return task.run::<wasm::Simd128>();
        #[cfg(not(any(
            fuzzing,
            all(target_arch = "wasm32", target_feature = "simd128", not(test))
        )))]
        match self.0 {
            Level::Plain => task.run::<Plain>(),
            #[cfg(target_arch = "aarch64")]
            Level::Neon => task.run::<neon::Neon>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Level::Simd128 => task.run::<wasm::Simd128>(),
            #[cfg(target_arch = "x86_64")]
            Level::Sse2 => task.run::<x86::Sse2>(),
            // SAFETY: the creator of `self` has checked that the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { x86::with_avx2(task) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { x86::with_avx512(task) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512Vnni => unsafe { x86::with_avx512_vnni(task) },
        }
    }
}

/// Returns the name of the instructions that the kernels use on this machine: `avx512-vnni`,
/// `avx512`, `avx2`, `sse2`, `neon`, `simd128` or `plain`.
///
/// For comparison, `SHESH_SIMD` can be set to one of these names, to use less than the processor
/// has, and to `float`, for a forward pass in floats. Integer outcomes are the same with all
/// instructions.
pub fn instructions() -> &'static str {
    Instructions::best().0.name()
}

/// Prefetches the bytes of a row, if this is supported.
#[inline(always)]
pub(crate) fn prefetch<T>(row: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let std::ops::Range { start, end } = row.as_ptr_range();
        let (mut line, end) = (start.cast::<i8>(), end.cast::<i8>());
        // A counted loop is slower, and every iteration of this one costs time.
        while line < end {
            // SAFETY: nothing is read, neither in the row nor beyond it.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(line);
                _mm_prefetch::<_MM_HINT_T0>(line.wrapping_add(64));
            }
            line = line.wrapping_add(128);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = row;
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

impl Floats for Plain {
    type Vector = [f32; PLAIN_LANES];
    const LANES: usize = PLAIN_LANES;
    const ROWS: usize = 2;
    const VECTORS: usize = 2;
    const ROW_VECTORS: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self::Vector {
        // SAFETY: the caller guarantees room for a vector.
        unsafe { from.cast::<Self::Vector>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut f32, vector: Self::Vector) {
        // SAFETY: the caller guarantees room for a vector.
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
        // A fused multiply-add is one instruction on AArch64, but a function call on old x86.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_named() {
        for &level in Level::ALL {
            let wanted = Wanted::parse(level.name()).unwrap();
            assert_eq!(wanted, Wanted { level, arithmetic: Arithmetic::Integers });
            let wanted = Wanted::parse(&format!("{},float", level.name())).unwrap();
            assert_eq!(wanted, Wanted { level, arithmetic: Arithmetic::Floats });
        }
        assert_eq!(Wanted::parse("").unwrap().level, Level::MOST);
        for wrong in ["best", "float,avx9", "PLAIN", "plain,plain,float"] {
            let error = Wanted::parse(wrong).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("plain"), "{error}");
        }
    }
}
