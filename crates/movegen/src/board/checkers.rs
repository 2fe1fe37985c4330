//! The checkers of one side.

use std::fmt;

/// Index of the bar, from where checkers enter.
pub const BAR: u8 = 25;
/// Index of checkers that are borne off.
pub const OFF: u8 = 0;
/// Number of points on the board.
pub const POINTS: u8 = 24;
/// Number of points in the home board.
pub const HOME: u8 = 6;

/// One side's checkers, counted from that side's own view: points 1 to 24, [`BAR`] and [`OFF`].
///
/// The counts are the 26 lowest nibbles of a 128-bit number, so moving a checker is one addition
/// and comparing two sides is one comparison. In games with pinned checkers, the bits above mark
/// the points 1 to 24 on which a checker lies under an opposing one; in games whose turns have
/// stages, they hold a part of the [`TurnState`](super::TurnState).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Checkers(u128);

const NIBBLE: u32 = 4;
/// The lowest bit of each of the 26 nibbles.
const LOW_BITS: u128 = 0x11_1111_1111_1111_1111_1111_1111;
/// All bits of these nibbles.
const COUNTS: u128 = LOW_BITS * 15;
/// Bit `i` above this one is set if the checker on point `i` is pinned; bit 0 would be the highest
/// bit of the bar's nibble.
const PINS: u32 = NIBBLE * (BAR as u32 + 1) - 1;

impl Checkers {
    /// No checkers.
    pub const NONE: Self = Self(0);

    /// Creates a side from points and the number of checkers on each; 25 is the bar and 0 is off.
    ///
    /// ```
    /// use sheshbesh_movegen::Checkers;
    /// let side = Checkers::from_points(&[(6, 5), (8, 3)]).with_rest_off(15);
    /// assert_eq!((side.on(8), side.on(0)), (3, 7));
    /// ```
    ///
    /// # Panics
    /// When a point is beyond the bar, or gets more than 15 checkers.
    pub const fn from_points(points: &[(u8, u8)]) -> Self {
        let (mut side, mut i) = (Self::NONE, 0);
        while i < points.len() {
            let (index, count) = points[i];
            assert!(index <= BAR, "point index out of range");
            assert!(side.on(index) + count < 1 << NIBBLE, "more than 15 checkers on a point");
            side = side.with_unchecked(index, count);
            i += 1;
        }
        side
    }

    /// The same side with enough checkers borne off to have `total`.
    ///
    /// # Panics
    /// When the side has more than `total` already.
    pub const fn with_rest_off(self, total: u8) -> Self {
        let here = self.total();
        assert!(here <= total, "more than `total` checkers on the board");
        self.with_unchecked(OFF, total - here)
    }

    /// The same side with `count` more checkers on `index`.
    ///
    /// The caller must keep each count at 15 or less.
    pub const fn with_unchecked(self, index: u8, count: u8) -> Self {
        Self(self.0 + ((count as u128) << (NIBBLE * index as u32)))
    }

    /// Number of checkers on `index`; 0 for an index beyond the bar.
    #[inline]
    pub const fn on(self, index: u8) -> u8 {
        if index > BAR {
            return 0;
        }
        ((self.0 >> (NIBBLE * index as u32)) & 15) as u8
    }

    /// The nibbles as a number: nibble `i` is the count on index `i`.
    #[inline]
    pub const fn nibbles(self) -> u128 {
        self.0 & COUNTS
    }

    /// The whole number, including the bits above the nibbles. Two sides are equal if these numbers
    /// are.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Creates a side from the whole number that [`Checkers::bits`] returns.
    ///
    /// The caller must ensure that it is a side of the game.
    #[inline]
    pub const fn from_bits_unchecked(bits: u128) -> Self {
        Self(bits)
    }

    /// Bit `i` is set if this side's checker on point `i` is pinned: it lies under an opposing
    /// checker, and it is the only one of its side there.
    #[inline]
    pub const fn pinned(self) -> u32 {
        (self.0 >> PINS) as u32 & !1
    }

    /// The same side with its checker on a point pinned.
    pub(crate) const fn pinned_on(self, point: u8) -> Self {
        Self(self.0 | 1 << (PINS + point as u32))
    }

    /// The same side with no checker pinned on a point.
    pub(crate) const fn freed(self, point: u8) -> Self {
        Self(self.0 & !(1 << (PINS + point as u32)))
    }

    /// The same side with exactly those checkers pinned whose points have bits in `pins`.
    #[inline]
    pub(crate) const fn with_pins(self, pins: u32) -> Self {
        Self(self.0 & COUNTS | ((pins & !1) as u128) << PINS)
    }

    /// The same side with one checker less on `index`, which must hold one.
    pub(crate) const fn less_one_unchecked(self, index: u8) -> Self {
        Self(self.0 - (1 << (NIBBLE * index as u32)))
    }

    /// Creates a side from nibbles as [`Checkers::nibbles`] returns them; bits above the bar are
    /// dropped.
    ///
    /// The caller must ensure that it is a side of the game.
    #[inline]
    pub const fn from_nibbles_unchecked(nibbles: u128) -> Self {
        Self(nibbles & COUNTS)
    }

    /// Bit `i` is set if index `i` holds at least one checker.
    #[inline]
    pub const fn occupied(self) -> u32 {
        let [low, high] = self.halves();
        squeeze(low | low >> 1 | low >> 2 | low >> 3)
            | squeeze_high(high | high >> 1 | high >> 2 | high >> 3) << 16
    }

    /// Bit `i` is set if index `i` holds at least two checkers.
    #[inline]
    pub const fn made(self) -> u32 {
        let [low, high] = self.halves();
        squeeze(low >> 1 | low >> 2 | low >> 3)
            | squeeze_high(high >> 1 | high >> 2 | high >> 3) << 16
    }

    /// Bit `i` is set if index `i` holds exactly `count` checkers.
    #[inline]
    pub(crate) const fn exactly(self, count: u8) -> u32 {
        let others = Self(self.0 ^ (LOW_BITS * count as u128));
        others.occupied() ^ ALL
    }

    /// Nibbles 0 to 15, and nibbles 16 to 25 with the bits above them.
    #[inline]
    const fn halves(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Counts on indices 0 to 25, followed by six zeros.
    #[inline]
    pub fn counts(self) -> [u8; 32] {
        let nibbles = self.0 & COUNTS;
        let mut counts = [0; 32];
        for (word, bytes) in counts.as_chunks_mut().0.iter_mut().enumerate() {
            *bytes = spread((nibbles >> (32 * word)) as u32).to_le_bytes();
        }
        counts
    }

    /// Number of checkers, including those borne off.
    pub const fn total(self) -> u8 {
        let (mut sum, mut rest) = (0, self.0 & COUNTS);
        while rest != 0 {
            sum += (rest & 15) as u8;
            rest >>= NIBBLE;
        }
        sum
    }

    /// True if the side has 1 to 15 checkers, and only single ones are pinned.
    #[cfg(feature = "bincode")]
    pub(crate) fn is_side_of_a_game(self) -> bool {
        let total: u32 = self.counts().into_iter().map(u32::from).sum();
        (1..=15).contains(&total) && self.pinned() & !self.exactly(1) == 0
    }

    /// Pips that the side still has to move.
    pub fn pips(self) -> u32 {
        self.counts().into_iter().zip(0..).map(|(count, pips)| u32::from(count) * pips).sum()
    }

    /// The highest index with a checker: 25 for the bar, 0 when all are off.
    #[inline]
    pub const fn rearmost(self) -> u8 {
        // Shift the bar's nibble to the top. A bit in the off nibble keeps the count of empty
        // nibbles below 26.
        let from_bar = self.0 << (u128::BITS - NIBBLE * (BAR as u32 + 1)) | LAST_NIBBLE;
        BAR - (from_bar.leading_zeros() / NIBBLE) as u8
    }

    /// True if all checkers are borne off.
    #[inline]
    pub const fn all_off(self) -> bool {
        let [low, high] = self.halves();
        // The bits above the nibbles may hold the state of a turn.
        low >> NIBBLE | high << (u128::BITS - NIBBLE * (BAR as u32 + 1)) == 0
    }

    /// Occupied indices with their counts, from the highest down, including off.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (OFF..=BAR).rev().map(move |i| (i, self.on(i))).filter(|&(_, count)| count > 0)
    }
}

/// A bit of the off nibble, once the bar's nibble is at the top.
const LAST_NIBBLE: u128 = 1 << (u128::BITS - NIBBLE * (BAR as u32 + 1));

/// Bits 0 to 25.
const ALL: u32 = (1 << (BAR + 1)) - 1;

/// Spreads each nibble to a byte.
#[inline]
const fn spread(nibbles: u32) -> u64 {
    let x = nibbles as u64;
    let x = (x | (x << 16)) & 0x0000_ffff_0000_ffff;
    let x = (x | (x << 8)) & 0x00ff_00ff_00ff_00ff;
    (x | (x << 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// Gathers the lowest bit of each nibble.
#[inline]
const fn squeeze(nibbles: u64) -> u32 {
    gather(nibbles & LOW_BITS as u64)
}

/// The same for nibbles 16 to 25; bits above them are dropped.
#[inline]
const fn squeeze_high(nibbles: u64) -> u32 {
    gather(nibbles & (LOW_BITS >> 64) as u64)
}

#[inline]
const fn gather(x: u64) -> u32 {
    let x = (x | (x >> 3)) & 0x0303_0303_0303_0303;
    let x = (x | (x >> 6)) & 0x000f_000f_000f_000f;
    let x = (x | (x >> 12)) & 0x0000_00ff_0000_00ff;
    ((x | (x >> 24)) & 0xffff) as u32
}

impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
