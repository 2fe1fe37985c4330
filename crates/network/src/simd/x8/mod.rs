//! Vectors of eight 32-bit lanes, [`U32x8`] and [`F32x8`], with one position per lane. An operation
//! on all lanes takes as many instructions as on a single position.

#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
pub(super) use neon::NeonLanes;
pub(super) use plain::PlainLanes;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Shl, Shr, Sub};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm::Simd128Lanes;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2Lanes, Sse2Lanes};

/// Number of lanes, the same for all instructions.
pub(crate) const LANES: usize = 8;

/// A float for each lane, in memory.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Column(pub(crate) [f32; LANES]);

/// Operations on lanes. [`U32x8`] and [`F32x8`] provide them as operators.
///
/// # Safety
/// As for [`Floats`](super::Floats): the processor must have the instructions. Pointers must be
/// valid for as many numbers as the operation takes.
pub(crate) trait Lanes: 'static {
    /// A number of 32 bits for each lane.
    type U32x8: Copy;
    /// A float for each lane.
    type F32x8: Copy;

    unsafe fn load(from: *const u32) -> Self::U32x8;
    unsafe fn store(to: *mut u32, a: Self::U32x8);
    unsafe fn splat(value: u32) -> Self::U32x8;
    unsafe fn and(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    unsafe fn or(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    unsafe fn xor(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Adds, wrapping around.
    unsafe fn add(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Subtracts, wrapping around.
    unsafe fn sub(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Multiplies. Numbers and products must be below 2¹⁶.
    unsafe fn mul(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Returns the minimum. Numbers must be below 2¹⁵.
    unsafe fn min(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Shifts left by less than 32.
    unsafe fn shl(a: Self::U32x8, by: u32) -> Self::U32x8;
    /// Shifts right by less than 32.
    unsafe fn shr(a: Self::U32x8, by: u32) -> Self::U32x8;
    /// Shifts each number right by an amount of its own, less than 32.
    unsafe fn shr_each(a: Self::U32x8, by: Self::U32x8) -> Self::U32x8;
    /// Sets all bits of lanes that are equal, and clears the others.
    unsafe fn equal(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Sets all bits of lanes in which `a` is greater, and clears the others. Numbers must be below
    /// 2³¹.
    unsafe fn greater(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
    /// Returns the bitwise or of all lanes.
    unsafe fn union(a: Self::U32x8) -> u32;
    /// Loads the table entries at the given indices.
    unsafe fn gather(table: *const u32, indices: Self::U32x8) -> Self::U32x8;
    /// Converts numbers below 2³¹ to floats, with rounding.
    unsafe fn to_f32(a: Self::U32x8) -> Self::F32x8;

    unsafe fn load_f32(from: *const f32) -> Self::F32x8;
    unsafe fn store_f32(to: *mut f32, a: Self::F32x8);
    unsafe fn splat_f32(value: f32) -> Self::F32x8;
    unsafe fn add_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8;
    unsafe fn sub_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8;
    unsafe fn mul_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8;
    unsafe fn div_f32(a: Self::F32x8, b: Self::F32x8) -> Self::F32x8;
    unsafe fn bits(a: Self::F32x8) -> Self::U32x8;

    /// Transposes: number `j` of row `i` becomes number `i` of row `j`.
    unsafe fn transpose(rows: [Self::U32x8; LANES]) -> [Self::U32x8; LANES];
    /// Combines the low halves of both: `b` above `a`.
    unsafe fn low_i16s(a: Self::U32x8, b: Self::U32x8) -> Self::U32x8;
}

/// A number of 32 bits for each lane. Comparisons set all bits of a lane for true, and none for
/// false.
pub(crate) struct U32x8<L: Lanes>(L::U32x8);

/// A float for each lane.
pub(crate) struct F32x8<L: Lanes>(L::F32x8);

impl<L: Lanes> Clone for U32x8<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes> Copy for U32x8<L> {}

impl<L: Lanes> Clone for F32x8<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes> Copy for F32x8<L> {}

// SAFETY of all bodies below: outside of `simd`, lanes that need more than the baseline
// instructions can only be named through a kernel, and `Instructions::run` runs kernels only on
// processors with their instructions. References are valid for loads and stores.

macro_rules! operators {
    ($Type:ident: $($Operator:ident, $method:ident, $operation:ident;)+) => {
        $(
            impl<L: Lanes> $Operator for $Type<L> {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    // SAFETY: see above.
                    Self(unsafe { L::$operation(self.0, other.0) })
                }
            }
        )+
    };
}

macro_rules! operators_with_one {
    ($Type:ident, $value:ty: $($Operator:ident, $method:ident;)+) => {
        $(
            impl<L: Lanes> $Operator<$value> for $Type<L> {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: $value) -> Self {
                    self.$method(Self::splat(other))
                }
            }
        )+
    };
}

macro_rules! shifts {
    ($($Operator:ident, $method:ident;)+) => {
        $(
            impl<L: Lanes> $Operator<u32> for U32x8<L> {
                type Output = Self;

                #[inline(always)]
                fn $method(self, by: u32) -> Self {
                    // SAFETY: see above.
                    Self(unsafe { L::$method(self.0, by) })
                }
            }
        )+
    };
}

operators! {
    U32x8:
    BitAnd, bitand, and;
    BitOr, bitor, or;
    BitXor, bitxor, xor;
    Add, add, add;
    Sub, sub, sub;
    Mul, mul, mul;
}
operators_with_one! {
    U32x8, u32:
    BitAnd, bitand;
    BitOr, bitor;
    Add, add;
    Sub, sub;
    Mul, mul;
}
shifts! {
    Shl, shl;
    Shr, shr;
}
operators! {
    F32x8:
    Add, add, add_f32;
    Sub, sub, sub_f32;
    Mul, mul, mul_f32;
    Div, div, div_f32;
}
operators_with_one! {
    F32x8, f32:
    Mul, mul;
    Div, div;
}

impl<L: Lanes> Not for U32x8<L> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(!0)
    }
}

impl<L: Lanes> U32x8<L> {
    #[inline(always)]
    pub(crate) fn splat(value: u32) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::splat(value) })
    }

    #[inline(always)]
    pub(crate) fn load(from: &[u32; LANES]) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::load(from.as_ptr()) })
    }

    /// Stores the numbers as `i16`s, two for each lane.
    ///
    /// # Safety
    /// `to` must have room for them.
    #[inline(always)]
    pub(crate) unsafe fn store_i16s(self, to: *mut i16) {
        // SAFETY: see above; the caller guarantees the room.
        unsafe { L::store(to.cast(), self.0) }
    }

    /// Returns the minimum. Numbers must be below 2¹⁵.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::min(self.0, other.0) })
    }

    /// Shifts each number right by an amount of its own, less than 32.
    #[inline(always)]
    pub(crate) fn shr_each(self, by: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::shr_each(self.0, by.0) })
    }

    #[inline(always)]
    pub(crate) fn equal(self, other: u32) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::equal(self.0, Self::splat(other).0) })
    }

    /// Compares numbers below 2³¹.
    #[inline(always)]
    pub(crate) fn greater(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::greater(self.0, other.0) })
    }

    /// Returns the bitwise or of all lanes.
    #[inline(always)]
    pub(crate) fn union(self) -> u32 {
        // SAFETY: see above.
        unsafe { L::union(self.0) }
    }

    /// Looks up table entries. Only the lowest bits of the indices count, as many as the table
    /// needs.
    #[inline(always)]
    pub(crate) fn look_up<const N: usize>(self, table: &[u32; N]) -> Self {
        const { assert!(N.is_power_of_two()) };
        let indices = self & (N as u32 - 1);
        // SAFETY: see above; the indices are within the table.
        Self(unsafe { L::gather(table.as_ptr(), indices.0) })
    }

    /// Converts numbers below 2³¹ to floats, with rounding.
    #[inline(always)]
    pub(crate) fn to_f32(self) -> F32x8<L> {
        // SAFETY: see above.
        F32x8(unsafe { L::to_f32(self.0) })
    }

    /// Returns the number of set bits of each number.
    #[inline(always)]
    pub(crate) fn count_ones(self) -> Self {
        let pairs = self - ((self >> 1) & 0x5555_5555);
        let nibbles = (pairs & 0x3333_3333) + ((pairs >> 2) & 0x3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f;
        let words = bytes + (bytes >> 8);
        (words + (words >> 16)) & 0xff
    }

    /// Transposes: number `j` of row `i` becomes number `i` of row `j`.
    #[inline(always)]
    pub(crate) fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: see above.
        let [a, b, c, d, e, f, g, h] =
            unsafe { L::transpose([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]) };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }

    /// Combines the low halves of both: `above` above these.
    #[inline(always)]
    pub(crate) fn low_i16s(self, above: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::low_i16s(self.0, above.0) })
    }
}

impl<L: Lanes> F32x8<L> {
    #[inline(always)]
    pub(crate) fn splat(value: f32) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::splat_f32(value) })
    }

    #[inline(always)]
    pub(crate) fn load(from: &Column) -> Self {
        // SAFETY: see above.
        Self(unsafe { L::load_f32(from.0.as_ptr()) })
    }

    #[inline(always)]
    pub(crate) fn store(self, to: &mut Column) {
        // SAFETY: see above.
        unsafe { L::store_f32(to.0.as_mut_ptr(), self.0) }
    }

    /// Returns the bits of the floats.
    #[inline(always)]
    pub(crate) fn bits(self) -> U32x8<L> {
        // SAFETY: see above.
        U32x8(unsafe { L::bits(self.0) })
    }
}
