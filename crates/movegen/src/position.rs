//! Where the checkers stand.

use crate::players::Side;
use std::fmt;

/// Index of the bar, from where checkers enter.
pub const BAR: u8 = 25;
/// Index of the checkers that are borne off.
pub const OFF: u8 = 0;
/// How many points the board has.
pub const POINTS: u8 = 24;
/// How many points the home board has.
pub const HOME: u8 = 6;

/// One side's checkers, counted from that side's own view: 1–24 the points, [`BAR`], [`OFF`].
///
/// The counts are the 26 lowest nibbles of a 128-bit number, so that moving a checker is one
/// addition and comparing two sides is one comparison. The bits above say, in games where checkers
/// are pinned, which of the points 1 to 24 hold one that lies under an opposing one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Checkers(u128);

const NIBBLE: u32 = 4;
/// The lowest bit of each of the 26 nibbles.
const LOW_BITS: u128 = 0x11_1111_1111_1111_1111_1111_1111;
/// All bits of these nibbles.
const COUNTS: u128 = LOW_BITS * 15;
/// Bit `i` beyond this one is point `i`'s, which is pinned; that of 0 would be the bar's highest.
const PINS: u32 = NIBBLE * (BAR as u32 + 1) - 1;

impl Checkers {
    /// No checkers at all.
    pub const NONE: Self = Self(0);

    /// From points and the number of checkers on each; 25 is the bar and 0 off.
    ///
    /// ```
    /// use sheshbesh_movegen::Checkers;
    /// let side = Checkers::from_points(&[(6, 5), (8, 3)]).with_rest_off(15);
    /// assert_eq!((side.on(8), side.on(0)), (3, 7));
    /// ```
    ///
    /// # Panics
    /// When a point lies beyond the bar, or gets more than 15 checkers.
    pub const fn from_points(points: &[(u8, u8)]) -> Self {
        let (mut side, mut i) = (Self::NONE, 0);
        while i < points.len() {
            let (index, count) = points[i];
            assert!(index <= BAR, "no point lies beyond the bar");
            assert!(side.on(index) + count < 1 << NIBBLE, "at most 15 checkers stand on a point");
            side = side.with_unchecked(index, count);
            i += 1;
        }
        side
    }

    /// The same side with so many more borne off that it has `total` checkers.
    ///
    /// # Panics
    /// When it has more already.
    pub const fn with_rest_off(self, total: u8) -> Self {
        let here = self.total();
        assert!(here <= total, "there are more checkers on the board");
        self.with_unchecked(OFF, total - here)
    }

    /// The same side with `count` checkers more on `index`.
    ///
    /// The caller keeps each count within 15.
    pub const fn with_unchecked(self, index: u8, count: u8) -> Self {
        Self(self.0 + ((count as u128) << (NIBBLE * index as u32)))
    }

    /// How many checkers stand on `index` (0 for an index beyond the bar).
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

    /// The whole number, with the bits above the nibbles: sides are equal where these are.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// From the whole number that [`Checkers::bits`] gives.
    ///
    /// Whether they are checkers of any game is the caller's business.
    #[inline]
    pub const fn from_bits_unchecked(bits: u128) -> Self {
        Self(bits)
    }

    /// Bit `i` is set where this side's checker on point `i` is pinned: it lies under an opposing
    /// one, and it is the only one of its side there.
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

    /// The same side with just those checkers pinned that stand on points whose bits are set.
    #[inline]
    pub(crate) const fn with_pins(self, pins: u32) -> Self {
        Self(self.0 & COUNTS | ((pins & !1) as u128) << PINS)
    }

    /// The same side with one checker less on `index`, where there is one.
    pub(crate) const fn less_one_unchecked(self, index: u8) -> Self {
        Self(self.0 - (1 << (NIBBLE * index as u32)))
    }

    /// From nibbles as [`Checkers::nibbles`] gives them; what lies above the bar is dropped.
    ///
    /// Whether they are checkers of any game is the caller's business.
    #[inline]
    pub const fn from_nibbles_unchecked(nibbles: u128) -> Self {
        Self(nibbles & COUNTS)
    }

    /// Bit `i` is set where index `i` holds at least one checker.
    #[inline]
    pub const fn occupied(self) -> u32 {
        let [low, high] = self.halves();
        squeeze(low | low >> 1 | low >> 2 | low >> 3)
            | squeeze_high(high | high >> 1 | high >> 2 | high >> 3) << 16
    }

    /// Bit `i` is set where index `i` holds at least two checkers.
    #[inline]
    pub const fn made(self) -> u32 {
        let [low, high] = self.halves();
        squeeze(low >> 1 | low >> 2 | low >> 3)
            | squeeze_high(high >> 1 | high >> 2 | high >> 3) << 16
    }

    /// Bit `i` is set where index `i` holds exactly `count` checkers.
    #[inline]
    pub(crate) const fn exactly(self, count: u8) -> u32 {
        let others = Self(self.0 ^ (LOW_BITS * count as u128));
        others.occupied() ^ ALL
    }

    /// The nibbles 0 to 15, and 16 to 25 with what lies above.
    #[inline]
    const fn halves(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Counts for indices 0 to 25, then six zeros.
    #[inline]
    pub fn counts(self) -> [u8; 32] {
        let nibbles = self.0 & COUNTS;
        let mut counts = [0; 32];
        for (word, bytes) in counts.as_chunks_mut().0.iter_mut().enumerate() {
            *bytes = spread((nibbles >> (32 * word)) as u32).to_le_bytes();
        }
        counts
    }

    /// How many checkers there are, those borne off included.
    pub const fn total(self) -> u8 {
        let (mut sum, mut rest) = (0, self.0 & COUNTS);
        while rest != 0 {
            sum += (rest & 15) as u8;
            rest >>= NIBBLE;
        }
        sum
    }

    /// Pips that the side has still to move.
    pub fn pips(self) -> u32 {
        self.counts().into_iter().zip(0..).map(|(count, pips)| u32::from(count) * pips).sum()
    }

    /// The highest index with a checker: 25 for the bar, 0 when all are off.
    #[inline]
    pub const fn rearmost(self) -> u8 {
        // The bar's nibble comes first; a bit of those off keeps the count below 26.
        let from_bar = self.0 << (u128::BITS - NIBBLE * (BAR as u32 + 1)) | LAST_NIBBLE;
        BAR - (from_bar.leading_zeros() / NIBBLE) as u8
    }

    /// All are borne off.
    #[inline]
    pub const fn all_off(self) -> bool {
        self.0 >> NIBBLE == 0
    }

    /// Occupied indices from the highest down, with their counts; checkers off included.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (OFF..=BAR).rev().map(move |i| (i, self.on(i))).filter(|&(_, count)| count > 0)
    }
}

/// A bit of the nibble of those off, once the bar's is the highest of all.
const LAST_NIBBLE: u128 = 1 << (u128::BITS - NIBBLE * (BAR as u32 + 1));

/// Bits 0 to 25.
const ALL: u32 = (1 << (BAR + 1)) - 1;

/// A byte for each nibble.
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

/// The same of the nibbles 16 to 25; what lies above is dropped.
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

/// How a game ended, for the player who won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Win {
    /// The loser has borne off a checker: 1 point.
    Single = 1,
    /// The loser has borne off none: 2 points.
    Gammon = 2,
    /// And has a checker on the bar or in the winner's home board: 3 points.
    Backgammon = 3,
}

impl Win {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Single, Self::Gammon, Self::Backgammon];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single game",
            Self::Gammon => "gammon",
            Self::Backgammon => "backgammon",
        }
    }

    /// What the game is worth at cube 1.
    pub const fn points(self) -> u8 {
        self as u8
    }
}

/// How the two sides count the points of one board.
///
/// ```
/// use sheshbesh_movegen::Game;
/// // In backgammon one side's 24 point is the other's 1 point, in fevga its 12 point.
/// assert_eq!(Game::Backgammon.view().other(24), 1);
/// assert_eq!(Game::FEVGA.view().other(24), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The sides run against each other: point 1 is the other side's 24.
    Contrary,
    /// They run the same way round, the other side's points so many further on.
    Parallel(u8),
}

impl View {
    /// The index by which the other side knows a point, 1 to 24.
    #[inline]
    pub const fn other(self, point: u8) -> u8 {
        match self {
            Self::Contrary => BAR - point,
            Self::Parallel(further) => (point - 1 + further) % POINTS + 1,
        }
    }
}

/// What kind of position it is; it decides which network or table knows it best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A side has borne off all its checkers.
    Over,
    /// No contact, and both sides have all their checkers home.
    Bearoff,
    /// No contact: the sides have passed each other.
    Race,
    /// The sides can still hit or block each other.
    Contact,
}

/// Both sides' checkers, seen by the player on roll.
///
/// Each side is counted from its own view, so giving the turn to the other player only swaps
/// the two.
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

/// Small enough to be copied for all games alike.
const _: () = assert!(size_of::<Position>() == 32);

/// Why checkers make no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPosition {
    /// A side has too many or too few checkers.
    #[error(
        "{side} has {found} checkers on the board, bar and off; the game is played with {expected}"
    )]
    Checkers {
        /// Whose checkers were counted.
        side: Side,
        /// How many were found.
        found: u32,
        /// How many the game has.
        expected: u8,
    },
    /// Both sides are on one point.
    #[error("both sides have checkers on the player on roll's {0} point")]
    SharedPoint(u8),
    /// Both sides are on one point, and neither with a single checker that could be pinned.
    #[error("both sides have two checkers or more on the player on roll's {0} point")]
    BothHold(u8),
    /// Both sides have one checker on a point, and it is not said which lies under the other.
    #[error("on the player on roll's {0} point it is not said whose checker lies under the other")]
    WhoLiesUnder(u8),
    /// More checkers stand on a point than may.
    #[error("there are more than {most} checkers on {side}'s {point} point")]
    Full {
        /// Whose.
        side: Side,
        /// Which, as they count.
        point: u8,
        /// How many may stand there.
        most: u8,
    },
    /// A side holds all points of a start quarter, which no turn may end with.
    #[error("{0} holds all six points of a start quarter")]
    StartQuarter(Side),
    /// A side has six points in a row where it may not.
    #[error("{0} has six points in a row with no opposing checker ahead of them")]
    Row(Side),
    /// A checker is on the bar of a game in which nobody is hit.
    #[error("there is a checker on the bar, and in this game nobody is hit")]
    Bar,
    /// Both sides have borne off everything.
    #[error("both sides have borne off all their checkers")]
    BothOff,
}

impl Position {
    /// From the two sides, each seen by its owner, unchecked.
    ///
    /// Use [`Game::position`](crate::Game::position) for anything that comes from outside.
    #[inline]
    pub const fn from_sides_unchecked(own: Checkers, opponent: Checkers) -> Self {
        Self { own, opponent }
    }

    /// From counts on indices 0 (off) to 25 (bar), each side counted from its owner's view and
    /// having so many `checkers`. Both sides may be on one point only where `pins` says whose
    /// checker lies under where each has one: bit `i` for the player on roll's on point `i`.
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

    /// The player on roll's checkers.
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
