//! The ring of points of games in which both sides move in the same direction: the number of each
//! group's pattern of `rows-6`, and how it follows from that of a similar position.
//!
//! Points are numbered by the player on roll. Point 1 is followed by point 24.

use super::delta::PatternDelta;
use crate::inputs::checker_changes::CheckerChanges;
use sheshbesh_movegen::{POINTS, Position, Side};

pub(super) const RING: usize = POINTS as usize;
const ALL: u32 = (1 << RING) - 1;
/// Distance between a point of one side and the other side's point of the same number.
const HALF: usize = RING / 2;

const ROW: usize = 6;
pub(super) const ROW_PATTERNS: usize = 3usize.pow(ROW as u32);
const HEIGHT: usize = 3;
/// More checkers than this number count as this number.
const MOST_COUNTED: u8 = 3;
const HEIGHTS: usize = 2 * MOST_COUNTED as usize + 1;
pub(super) const HEIGHT_PATTERNS: usize = HEIGHTS.pow(HEIGHT as u32);
pub(super) const HEIGHTS_FROM: usize = RING * ROW_PATTERNS;

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

/// The checkers on the points of the ring. Point 1 is place 0.
#[derive(Clone, Copy)]
pub(super) struct RingSlots {
    /// Places that a side closes.
    closed: [u32; 2],
    /// Height of each place: 0, or the number of checkers; the opponent's after the player's on roll.
    heights: [u8; RING],
}

impl RingSlots {
    /// The slots of an empty board.
    pub(super) const EMPTY: Self = Self { closed: [0; 2], heights: [0; RING] };

    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let mut heights = [0; RING];
        for (place, height) in heights.iter_mut().enumerate() {
            *height = height_on(position, place);
        }
        Self { closed: closed(position), heights }
    }

    /// Number of the pattern of the row that begins at a place.
    #[inline(always)]
    pub(super) fn row(&self, place: usize) -> u16 {
        let digits = |mask: u32| {
            let mask = u64::from(mask) | u64::from(mask) << RING;
            DIGITS[(mask >> place) as usize % DIGITS.len()]
        };
        let [own, opponent] = self.closed;
        (place * ROW_PATTERNS) as u16 + digits(own) + 2 * digits(opponent)
    }

    /// Number of the pattern of the heights that begin at a place.
    #[inline(always)]
    pub(super) fn height(&self, place: usize) -> u16 {
        let height = |ahead: usize| u16::from(self.heights[(place + ahead) % RING]);
        let base = HEIGHTS as u16;
        let pattern = (height(0) * base + height(1)) * base + height(2);
        (HEIGHTS_FROM + place * HEIGHT_PATTERNS) as u16 + pattern
    }

    /// Updates the slots from one position to another.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        let before = *self;
        self.closed = closed(position);
        let mut raised = 0;
        for change in changes.list() {
            if (1..=POINTS).contains(&change.index) {
                let place = place_of(change.side, change.index);
                self.heights[place] = height_on(position, place);
                raised |= u32::from(self.heights[place] != before.heights[place]) << place;
            }
        }
        let [own, opponent] = [0, 1].map(|side| self.closed[side] ^ before.closed[side]);
        for place in Places(beginning_before(own | opponent, ROW)) {
            delta.change(before.row(place), self.row(place));
        }
        for place in Places(beginning_before(raised, HEIGHT)) {
            delta.change(before.height(place), self.height(place));
        }
    }
}

/// Place of a side's point.
#[inline(always)]
const fn place_of(side: Side, point: u8) -> usize {
    let place = point as usize - 1;
    if matches!(side, Side::OnRoll) { place } else { (place + HALF) % RING }
}

/// Height of a place. The player on roll comes first where both have checkers, which the rules of
/// the games do not allow.
#[inline(always)]
fn height_on(position: &Position, place: usize) -> u8 {
    let own = position.own().on(place as u8 + 1);
    let opponent = position.opponent().on(((place + HALF) % RING) as u8 + 1);
    match (own, opponent) {
        (0, 0) => 0,
        (0, count) => MOST_COUNTED + count.min(MOST_COUNTED),
        (count, _) => count.min(MOST_COUNTED),
    }
}

/// Places that each side closes. No place is closed by both.
#[inline(always)]
fn closed(position: &Position) -> [u32; 2] {
    let own = position.own().occupied() >> 1 & ALL;
    let opponent = position.opponent().occupied() >> 1 & ALL;
    let opponent = (opponent << HALF | opponent >> (RING - HALF)) & ALL;
    [own, opponent & !own]
}

/// Places from which `length` places reach one of a mask.
#[inline(always)]
fn beginning_before(places: u32, length: usize) -> u32 {
    let twice = u64::from(places) | u64::from(places) << RING;
    let reached = (0..length).fold(0, |reached, ahead| reached | twice >> ahead);
    reached as u32 & ALL
}

/// The places of a mask, in ascending order.
struct Places(u32);

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (place < RING).then_some(place)
    }
}
