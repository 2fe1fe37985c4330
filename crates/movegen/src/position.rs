//! Positions: the checkers of both sides.

use crate::players::Side;
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
/// the points 1 to 24 on which a checker lies under an opposing one.
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
        self.0 >> NIBBLE == 0
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

/// Kind of win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Win {
    /// The loser has borne off a checker: 1 point.
    Single = 1,
    /// The loser has borne off none: 2 points.
    Gammon = 2,
    /// The loser has borne off none and has a checker on the bar or in the winner's home board: 3
    /// points.
    Backgammon = 3,
}

impl Win {
    /// All kinds of wins, the smallest first.
    pub const ALL: [Self; 3] = [Self::Single, Self::Gammon, Self::Backgammon];

    /// The name of this kind of win.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single game",
            Self::Gammon => "gammon",
            Self::Backgammon => "backgammon",
        }
    }

    /// Points at cube value 1.
    pub const fn points(self) -> u8 {
        self as u8
    }
}

/// Relation between the point numbers of the two sides.
///
/// ```
/// use sheshbesh_movegen::Game;
/// // In backgammon one side's 24 point is the other's 1 point, in fevga its 12 point.
/// assert_eq!(Game::Backgammon.view().other(24), 1);
/// assert_eq!(Game::FEVGA.view().other(24), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The sides move in opposite directions: point 1 is the other side's point 24.
    Contrary,
    /// The sides move in the same direction: the other side's number of a point is this much
    /// larger, modulo 24.
    Parallel(u8),
}

impl View {
    /// The other side's index of a point from 1 to 24.
    #[inline]
    pub const fn other(self, point: u8) -> u8 {
        match self {
            Self::Contrary => BAR - point,
            Self::Parallel(further) => (point - 1 + further) % POINTS + 1,
        }
    }
}

/// Class of a position. It determines the network or table that evaluates the position best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The game is over. In most games, a side has borne off all its checkers.
    Over,
    /// No contact, and all checkers of both sides are home.
    Bearoff,
    /// No contact: the sides have passed each other.
    Race,
    /// The sides can still hit or block each other.
    Contact,
}

/// Both sides' checkers, from the view of the player on roll.
///
/// Each side is counted from its own view, so passing the turn only swaps the two.
///
/// ```
/// use sheshbesh_movegen::Game;
/// let start = Game::Backgammon.start();
/// assert_eq!(start.own().on(6), 5);
/// assert_eq!(start.swapped(), start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(C)]
pub struct Position {
    own: Checkers,
    opponent: Checkers,
}

/// Positions of all games have the same size, small enough to copy.
const _: () = assert!(size_of::<Position>() == 32);

/// Error for checkers that are not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPosition {
    /// A side has too many or too few checkers.
    #[error("{side} has {found} checkers on the board, on the bar and off; expected {expected}")]
    Checkers {
        /// The side.
        side: Side,
        /// Number of checkers found.
        found: u32,
        /// Number of checkers in the game.
        expected: u8,
    },
    /// Both sides have checkers on one point.
    #[error("both sides have checkers on the player on roll's {0} point")]
    SharedPoint(u8),
    /// Both sides have checkers on one point, and neither has a single checker that could be
    /// pinned.
    #[error("both sides have two checkers or more on the player on roll's {0} point")]
    BothHold(u8),
    /// Both sides have one checker on a point, and it is not stated which one is pinned.
    #[error(
        "both sides have one checker on the player on roll's {0} point: state which one is pinned"
    )]
    WhoLiesUnder(u8),
    /// A point has more checkers than allowed.
    #[error("more than {most} checkers on {side}'s {point} point")]
    Full {
        /// The side.
        side: Side,
        /// The point, in the numbers of that side.
        point: u8,
        /// Maximum number of checkers on a point.
        most: u8,
    },
    /// A side holds all points of a start quarter, which is illegal at the end of a turn.
    #[error("{0} holds all six points of a start quarter")]
    StartQuarter(Side),
    /// A side has an illegal row of six points.
    #[error("{0} has six points in a row with no opposing checker ahead of them")]
    Row(Side),
    /// A checker is on the bar in a game without hits.
    #[error("a checker is on the bar in a game without hits")]
    Bar,
    /// Both sides have borne off all checkers.
    #[error("both sides have borne off all their checkers")]
    BothOff,
}

impl Position {
    /// Creates a position from the two sides, each in its owner's view, without checks.
    ///
    /// Use [`Game::position`](crate::Game::position) for untrusted input.
    #[inline]
    pub const fn from_sides_unchecked(own: Checkers, opponent: Checkers) -> Self {
        Self { own, opponent }
    }

    /// Creates a position from counts on indices 0 (off) to 25 (bar). Each side is counted from its
    /// owner's view and has `checkers` checkers. Both sides may be on one point only with `pins`.
    /// If each side has one checker on point `i`, bit `i` of `pins` is set if the player on roll's
    /// is the pinned one.
    pub(crate) fn new(
        own: &[u8; 26],
        opponent: &[u8; 26],
        checkers: u8,
        view: View,
        pins: Option<u32>,
    ) -> Result<Self, InvalidPosition> {
        for (side, counts) in [(Side::OnRoll, own), (Side::Opponent, opponent)] {
            let found = counts.iter().map(|&count| u32::from(count)).sum();
            if found != u32::from(checkers) {
                return Err(InvalidPosition::Checkers { side, found, expected: checkers });
            }
        }
        let side = |counts: &[u8; 26]| {
            (OFF..=BAR).fold(Checkers::NONE, |side, i| side.with_unchecked(i, counts[i as usize]))
        };
        let mut position = Self::from_sides_unchecked(side(own), side(opponent));
        for point in 1..=POINTS {
            let other = view.other(point);
            match (own[point as usize], opponent[other as usize], pins) {
                (0, _, _) | (_, 0, _) => {}
                (1, against, Some(pins)) if against > 1 || pins >> point & 1 == 1 => {
                    position.own = position.own.pinned_on(point);
                }
                (_, 1, Some(_)) => position.opponent = position.opponent.pinned_on(other),
                (_, _, None) => return Err(InvalidPosition::SharedPoint(point)),
                (_, _, Some(_)) => return Err(InvalidPosition::BothHold(point)),
            }
        }
        if position.own.all_off() && position.opponent.all_off() {
            return Err(InvalidPosition::BothOff);
        }
        Ok(position)
    }

    /// The checkers of the player on roll.
    #[inline]
    pub const fn own(&self) -> Checkers {
        self.own
    }

    /// The opponent's checkers, counted from the opponent's view.
    #[inline]
    pub const fn opponent(&self) -> Checkers {
        self.opponent
    }

    /// The same checkers with the other player on roll.
    #[inline]
    pub const fn swapped(&self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }
}
