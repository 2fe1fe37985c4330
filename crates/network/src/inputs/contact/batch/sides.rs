//! Bit masks of one side of eight positions, transposed so that each position has a vector lane.

use crate::{
    inputs::board::BOARD,
    simd::{LANES, Lanes, U32x8},
};
use sheshbesh_movegen::{BAR, OFF, Position};

/// Number of counts of checkers in a word of 32 bits.
const PER_WORD: usize = 8;
const WORDS: usize = 32 / PER_WORD;
const LOW_BITS: u32 = 0x1111_1111;

/// Repeats a block for some indices. In each repetition, the index is a constant.
macro_rules! unrolled {
    ($INDEX:ident in $($index:literal)+ => $body:block) => {
        $({
            const $INDEX: usize = $index;
            $body
        })+
    };
}
pub(super) use unrolled;

/// One side of each position.
pub(super) struct OneSide<L: Lanes> {
    /// Number of checkers on each index, as nibbles.
    words: [U32x8<L>; WORDS],
    /// Points and bar with a checker.
    pub(super) occupied: U32x8<L>,
    /// Points with two or more checkers.
    pub(super) made: U32x8<L>,
    /// Points with three or more checkers.
    pub(super) three_or_more: U32x8<L>,
    /// Points with four or more checkers.
    pub(super) four_or_more: U32x8<L>,
    pub(super) rearmost: U32x8<L>,
}

/// A side and the other side.
pub(super) struct Sides<'a, L: Lanes> {
    pub(super) side: &'a OneSide<L>,
    pub(super) other: &'a OneSide<L>,
}

/// Returns both sides of some positions.
#[inline(always)]
pub(super) fn of_positions<L: Lanes>(positions: &[Position; LANES]) -> [OneSide<L>; 2] {
    let mut rows = [[0; 2 * WORDS]; LANES];
    for (row, position) in rows.iter_mut().zip(positions) {
        let (own, opponent) = (position.own().nibbles(), position.opponent().nibbles());
        for word in 0..WORDS {
            row[word] = (own >> (32 * word)) as u32;
            row[WORDS + word] = (opponent >> (32 * word)) as u32;
        }
    }
    const { assert!(2 * WORDS == LANES) };
    let mut numbers = [U32x8::splat(0); LANES];
    for (numbers, row) in numbers.iter_mut().zip(&rows) {
        *numbers = U32x8::load(row);
    }
    let [a, b, c, d, e, f, g, h] = U32x8::transpose(numbers);
    [OneSide::new([a, b, c, d]), OneSide::new([e, f, g, h])]
}

impl<L: Lanes> OneSide<L> {
    #[inline(always)]
    fn new(words: [U32x8<L>; WORDS]) -> Self {
        let zero = U32x8::splat(0);
        let [mut one, mut two, mut three, mut four] = [[zero; WORDS]; 4];
        for (number, &word) in words.iter().enumerate() {
            let (twos, fours) = (word >> 1, (word >> 2) | (word >> 3));
            four[number] = fours;
            three[number] = fours | (word & twos);
            two[number] = fours | twos;
            one[number] = fours | twos | word;
        }
        let occupied = gathered(one) & !(1 << OFF);
        Self {
            words,
            occupied,
            made: gathered(two) & BOARD,
            three_or_more: gathered(three) & BOARD,
            four_or_more: gathered(four) & BOARD,
            rearmost: highest(occupied),
        }
    }

    /// Returns the number of checkers on an index.
    #[inline(always)]
    pub(super) fn on(&self, index: usize) -> U32x8<L> {
        (self.words[index / PER_WORD] >> (4 * (index % PER_WORD)) as u32) & 15
    }

    /// Returns a mask of the rearmost index; bit 0 if the side has no checker.
    #[inline(always)]
    pub(super) fn rearmost_bit(&self) -> U32x8<L> {
        U32x8::splat(1 << 31).shr_each(U32x8::splat(31) - self.rearmost)
    }

    /// Returns the points and the bar with a checker, except the rearmost.
    #[inline(always)]
    pub(super) fn without_rearmost(&self) -> U32x8<L> {
        self.occupied & !self.rearmost_bit()
    }

    #[inline(always)]
    pub(super) fn blots(&self) -> U32x8<L> {
        (self.occupied ^ self.made) & BOARD
    }
}

/// Packs the lowest bits of nibbles next to each other.
#[inline(always)]
fn gathered<L: Lanes>(words: [U32x8<L>; WORDS]) -> U32x8<L> {
    let [a, b, c, d] = words;
    // Nibble n of word w must become bit 8w + n. Here it is bit 4n + w, with the two bits of w
    // swapped. The two indices differ in the order of their bits, which pairwise exchanges correct.
    let mixed =
        (a & LOW_BITS) | ((b & LOW_BITS) << 2) | ((c & LOW_BITS) << 1) | ((d & LOW_BITS) << 3);
    let mixed = exchanged(mixed, 15, 0x0000_aaaa);
    let mixed = exchanged(mixed, 6, 0x00cc_00cc);
    exchanged(mixed, 3, 0x0a0a_0a0a)
}

/// Exchanges the bits of a mask with the bits `distance` higher.
#[inline(always)]
fn exchanged<L: Lanes>(numbers: U32x8<L>, distance: u32, mask: u32) -> U32x8<L> {
    let differ = (numbers ^ (numbers >> distance)) & mask;
    numbers ^ differ ^ (differ << distance)
}

/// Converts a mask to the other side's view: index i becomes index 25 - i.
#[inline(always)]
pub(super) fn mirrored<L: Lanes>(mask: U32x8<L>) -> U32x8<L> {
    let by_one = ((mask >> 1) & 0x5555_5555) | ((mask & 0x5555_5555) << 1);
    let by_two = ((by_one >> 2) & 0x3333_3333) | ((by_one & 0x3333_3333) << 2);
    let by_four = ((by_two >> 4) & 0x0f0f_0f0f) | ((by_two & 0x0f0f_0f0f) << 4);
    let by_eight = ((by_four >> 8) & 0x00ff_00ff) | ((by_four & 0x00ff_00ff) << 8);
    ((by_eight >> 16) | (by_eight << 16)) >> (31 - u32::from(BAR))
}

/// Exponent field of the float 1.0.
const EXPONENT_OF_ONE: u32 = 127;
const EXPONENT_SHIFT: u32 = 23;

/// Returns the index of the highest bit; 0 if there is none.
#[inline(always)]
pub(super) fn highest<L: Lanes>(mask: U32x8<L>) -> U32x8<L> {
    let mask = mask | 1;
    // The exponent of the float is the index, provided that rounding cannot carry into it.
    let rounded_down = mask & !(mask >> 1);
    (rounded_down.to_f32().bits() >> EXPONENT_SHIFT) - EXPONENT_OF_ONE
}

/// Returns the index of the lowest bit; 0 if there is none.
#[inline(always)]
pub(super) fn lowest<L: Lanes>(mask: U32x8<L>) -> U32x8<L> {
    let alone = mask & (U32x8::splat(0) - mask);
    let index = exponent(alone) - EXPONENT_OF_ONE;
    index & !mask.equal(0)
}

/// Returns the index of the only bit of a mask, plus 127; 0 for an empty mask.
#[inline(always)]
pub(super) fn exponent<L: Lanes>(alone: U32x8<L>) -> U32x8<L> {
    alone.to_f32().bits() >> EXPONENT_SHIFT
}
