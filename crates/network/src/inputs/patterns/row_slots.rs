//! Rows of closed points and heights of neighbouring points: the number of each group's pattern,
//! and how it follows from that of a similar position.
//!
//! The points of the board are places, from 0, in the order of the player on roll's numbers.

use super::delta::PatternDelta;
use crate::inputs::checker_changes::CheckerChanges;
use sheshbesh_movegen::{Game, POINTS, Position, Side};
use std::ops::Range;

pub(super) const PLACES: usize = POINTS as usize;
pub(super) const ALL_PLACES: u32 = (1 << PLACES) - 1;

const ROW: usize = 6;
const ROW_PATTERNS: usize = 3usize.pow(ROW as u32);
const HEIGHT: usize = 3;

/// The number in base 3 whose digits are the bits of a mask.
static DIGITS: [u16; 1 << ROW] = {
    let mut table = [0; 1 << ROW];
    let mut mask = 1;
    while mask < table.len() {
        table[mask] = mask as u16 % 2 + 3 * table[mask / 2];
        mask += 1;
    }
    table
};

/// The board of a family of games, as patterns of rows and heights see it.
pub trait Layout: Copy + Send + Sync + 'static {
    /// Name of the pattern set in weights files.
    const NAME: &'static str;
    /// True if place 0 follows the last place.
    const IS_RING: bool;
    /// Number of heights of a place.
    const HEIGHTS: usize;

    /// True if the layout is that of a game.
    fn describes(game: Game) -> bool;

    /// Returns the place of a side's point.
    fn place_of(side: Side, point: u8) -> usize;

    /// Returns the height of a place, below [`Self::HEIGHTS`]; 0 if it is empty.
    fn height_on(position: &Position, place: usize) -> u8;

    /// Returns the places that each side closes. No place is closed by both.
    fn closed(position: &Position) -> [u32; 2];
}

/// Number of groups of `length` neighbouring places.
const fn starts<L: Layout>(length: usize) -> usize {
    if L::IS_RING { PLACES } else { PLACES - length + 1 }
}

const fn rows<L: Layout>() -> usize {
    starts::<L>(ROW)
}

const fn heights<L: Layout>() -> usize {
    starts::<L>(HEIGHT)
}

const fn height_patterns<L: Layout>() -> usize {
    L::HEIGHTS.pow(HEIGHT as u32)
}

/// Number of groups of a layout.
pub(super) const fn groups_of<L: Layout>() -> usize {
    rows::<L>() + heights::<L>()
}

/// Number of patterns of a layout.
pub(super) const fn patterns_of<L: Layout>() -> usize {
    rows::<L>() * ROW_PATTERNS + heights::<L>() * height_patterns::<L>()
}

/// Returns the pattern numbers of each group.
pub(super) fn groups<L: Layout>() -> impl Iterator<Item = Range<usize>> {
    let rows = (0..=rows::<L>()).map(|place| place * ROW_PATTERNS);
    let heights = (1..=heights::<L>()).map(|place| place * height_patterns::<L>());
    let ends: Vec<usize> =
        rows.chain(heights.map(|end| self::rows::<L>() * ROW_PATTERNS + end)).collect();
    (1..ends.len()).map(move |group| ends[group - 1]..ends[group])
}

/// The checkers on the places of a board.
#[derive(Clone, Copy)]
pub(super) struct RowSlots {
    /// Places that a side closes.
    closed: [u32; 2],
    /// Height of each place.
    heights: [u8; PLACES],
}

impl RowSlots {
    /// The slots of an empty board.
    pub(super) const EMPTY: Self = Self { closed: [0; 2], heights: [0; PLACES] };

    #[inline(always)]
    pub(super) fn of<L: Layout>(position: &Position) -> Self {
        let mut heights = [0; PLACES];
        for (place, height) in heights.iter_mut().enumerate() {
            *height = L::height_on(position, place);
        }
        Self { closed: L::closed(position), heights }
    }

    /// Returns the number of each group's pattern, in ascending order.
    #[inline(always)]
    pub(super) fn numbers<L: Layout>(&self) -> impl Iterator<Item = u16> {
        let rows = (0..rows::<L>()).map(|place| self.row::<L>(place));
        rows.chain((0..heights::<L>()).map(|place| self.height::<L>(place)))
    }

    /// Number of the pattern of the row that begins at a place.
    #[inline(always)]
    fn row<L: Layout>(&self, place: usize) -> u16 {
        let digits = |mask: u32| DIGITS[(unrolled::<L>(mask) >> place) as usize % DIGITS.len()];
        let [own, opponent] = self.closed;
        (place * ROW_PATTERNS) as u16 + digits(own) + 2 * digits(opponent)
    }

    /// Number of the pattern of the heights that begin at a place.
    #[inline(always)]
    fn height<L: Layout>(&self, place: usize) -> u16 {
        let height = |ahead: usize| u16::from(self.heights[(place + ahead) % PLACES]);
        let base = L::HEIGHTS as u16;
        let pattern = (height(0) * base + height(1)) * base + height(2);
        (rows::<L>() * ROW_PATTERNS + place * height_patterns::<L>()) as u16 + pattern
    }

    /// Updates the slots from one position to another.
    #[inline(always)]
    pub(super) fn follow<L: Layout>(
        &mut self,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        let before = *self;
        self.closed = L::closed(position);
        let [own, opponent] = [0, 1].map(|side| self.closed[side] ^ before.closed[side]);
        let reopened = own | opponent;
        // Two checkers that pin each other in turn close a place without a change of numbers.
        let mut touched = reopened;
        for change in changes.list() {
            if (1..=POINTS).contains(&change.index) {
                touched |= 1 << L::place_of(change.side, change.index);
            }
        }
        let mut raised = 0;
        for place in Places(touched) {
            self.heights[place] = L::height_on(position, place);
            raised |= u32::from(self.heights[place] != before.heights[place]) << place;
        }
        for place in Places(beginning_before::<L, ROW>(reopened)) {
            delta.change(before.row::<L>(place), self.row::<L>(place));
        }
        for place in Places(beginning_before::<L, HEIGHT>(raised)) {
            delta.change(before.height::<L>(place), self.height::<L>(place));
        }
    }
}

/// Returns a mask of places with the places of a ring twice.
#[inline(always)]
fn unrolled<L: Layout>(places: u32) -> u64 {
    let places = u64::from(places);
    if L::IS_RING { places | places << PLACES } else { places }
}

/// Returns the places of groups of `LENGTH` places that contain one of a mask.
#[inline(always)]
fn beginning_before<L: Layout, const LENGTH: usize>(places: u32) -> u32 {
    let places = unrolled::<L>(places);
    let reached = (0..LENGTH).fold(0, |reached, ahead| reached | places >> ahead);
    reached as u32 & (ALL_PLACES >> (PLACES - starts::<L>(LENGTH)))
}

/// The places of a mask, in ascending order.
struct Places(u32);

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (place < PLACES).then_some(place)
    }
}
