//! Vector arithmetic chosen at run time, so that one binary is fast on every machine.
//!
//! A [`Task`] is written once against [`Kernel`]; [`Instructions::run`] compiles it for AVX-512, for
//! AVX2 with FMA and for SSE2 on x86-64, for NEON on ARM, and everywhere for the plain instruction
//! set, whose loops are left to the compiler.

mod integers;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(test)]
mod operations;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod places;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use integers::Integers;
pub(crate) use lanes::{Column, LANES, Lanes, Numbers, Reals};
use std::sync::LazyLock;

/// Vector operations on `f32` lanes.
///
/// # Safety
/// The operations of an implementation may only run where the processor has its instructions;
/// [`Instructions::run`] sees to that. Pointers are to as many numbers as there are lanes, aligned to one
/// number; `write_places` says what it needs.
pub(crate) trait Floats {
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

/// What a task is compiled for.
pub(crate) trait Kernel: Floats + Integers {
    /// Positions side by side.
    type Lanes: Lanes;
}

impl Kernel for Plain {
    type Lanes = lanes::PlainLanes;
}

#[cfg(target_arch = "aarch64")]
impl Kernel for neon::Neon {
    type Lanes = lanes::NeonLanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Sse2 {
    type Lanes = lanes::Sse2Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Avx2 {
    type Lanes = lanes::Avx2Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Avx512 {
    type Lanes = lanes::Avx2Lanes;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for x86::Avx512Vnni {
    type Lanes = lanes::Avx2Lanes;
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

/// The environment variable that asks for less than there is, to compare: names of instructions, or
/// `float`, or both with a comma between them.
const VARIABLE: &str = "SHESH_SIMD";

/// What a net is computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Whole numbers, where a net can be.
    Integers,
    /// Floats.
    Floats,
}

/// What [`VARIABLE`] asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    arithmetic: Arithmetic,
    /// No more than this.
    level: Level,
}

/// `SHESH_SIMD` names something that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "SHESH_SIMD is {0:?}; it is one name of instructions ({known}), or float, or both with a comma between",
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

    /// What is wanted, or all that there is where that makes no sense.
    fn get() -> Self {
        static WANTED: LazyLock<Wanted> = LazyLock::new(|| {
            Wanted::read().or_else(|_| Wanted::parse("")).expect("nothing is wanted")
        });
        *WANTED
    }
}

impl Arithmetic {
    pub(crate) fn wanted() -> Self {
        Wanted::get().arithmetic
    }
}

/// Whether the environment variable `SHESH_SIMD` can be obeyed, for programs that begin. Networks
/// pass over what it says where it cannot.
///
/// # Errors
/// When it names something that there is not.
pub fn check_instructions() -> Result<(), UnknownInstructions> {
    Wanted::read().map(|_| ())
}

/// What a processor is asked to understand. Whoever has one has seen that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Level);

/// From the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Plain,
    #[cfg(target_arch = "aarch64")]
    Neon,
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

    /// The most that this processor has.
    fn here() -> Self {
        #[cfg(target_arch = "x86_64")]
        return x86::best();
        // Every ARM processor of 64 bits has NEON.
        #[cfg(not(target_arch = "x86_64"))]
        Self::MOST
    }
}

impl Instructions {
    /// The most that this processor has, or what `SHESH_SIMD` names if that is less.
    #[inline]
    pub(crate) fn best() -> Self {
        static BEST: LazyLock<Instructions> =
            LazyLock::new(|| Instructions(Wanted::get().level.min(Level::here())));
        *BEST
    }

    /// All that this processor has.
    #[cfg(test)]
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        Level::ALL.iter().copied().filter(|&level| level <= Level::here()).map(Self)
    }

    /// Runs a task with these instructions.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        // With coverage in it, every set of instructions takes minutes to compile, and outcomes are the same
        // by all.
        #[cfg(fuzzing)]
        return task.run::<Plain>();
        #[cfg(not(fuzzing))]
        match self.0 {
            Level::Plain => task.run::<Plain>(),
            #[cfg(target_arch = "aarch64")]
            Level::Neon => task.run::<neon::Neon>(),
            #[cfg(target_arch = "x86_64")]
            Level::Sse2 => task.run::<x86::Sse2>(),
            // SAFETY: who has made `self` has seen that the processor has these instructions.
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

/// Name of the instructions that the kernels use here: `avx512-vnni`, `avx512`, `avx2`, `sse2`, `neon`
/// or `plain`.
///
/// `SHESH_SIMD` set to one of these names asks for less than the processor has, to compare, and
/// `float` for a forward pass in floats: whole numbers give the same outcomes with all instructions.
pub fn instructions() -> &'static str {
    Instructions::best().0.name()
}

/// Has the bytes of a row brought near, where the processor can be told.
#[inline(always)]
pub(crate) fn prefetch<T>(row: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let std::ops::Range { start, end } = row.as_ptr_range();
        let (mut line, end) = (start.cast::<i8>(), end.cast::<i8>());
        // Counted loops cost more, and so does each turn of this one.
        while line < end {
            // SAFETY: nothing is read; beyond the row neither.
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
