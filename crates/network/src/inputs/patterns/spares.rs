//! Spares: numbers of checkers on neighbouring points. The windows of `windows-4` only tell if a
//! point is made.
//!
//! A made point with a spare checker beside a gap differs from two points without a spare, and a
//! sum of single points does not express its value. A point is empty or has one to four checkers of
//! either side; four stands for more. The groups:
//! - three neighbouring points: 9³ patterns, 22 windows;
//! - two points six apart, the reach of one die and the length of a prime: 9² patterns, 18 pairs.

use super::{
    delta::PatternDelta,
    groups::SPARES_FROM,
    window_index::{SLOTS, add_digits, report_changes},
};
use crate::inputs::checker_changes::CheckerChanges;
use sheshbesh_movegen::{BAR, Checkers, POINTS, Position, Side};

const WINDOW: usize = 3;
pub(super) const WINDOWS: usize = POINTS as usize - WINDOW + 1;
/// More checkers than this number count as this number.
const MOST_COUNTED: u16 = 4;
const STATES: usize = 2 * MOST_COUNTED as usize + 1;
pub(super) const WINDOW_PATTERNS: usize = STATES.pow(WINDOW as u32);
const APART: usize = 6;
pub(super) const PAIRS: usize = POINTS as usize - APART;
pub(super) const PAIR_PATTERNS: usize = STATES.pow(2);
/// Number of groups of both kinds, and number of all their patterns.
pub(super) const GROUPS: usize = WINDOWS + PAIRS;
pub(super) const PATTERNS: usize = WINDOWS * WINDOW_PATTERNS + PAIRS * PAIR_PATTERNS;

/// Number of the first pattern of a group within the whole set. Windows come before pairs.
pub(super) const fn first_of(group: usize) -> usize {
    SPARES_FROM
        + match group.checked_sub(WINDOWS) {
            None => group * WINDOW_PATTERNS,
            Some(pair) => WINDOWS * WINDOW_PATTERNS + pair * PAIR_PATTERNS,
        }
}

/// State of a point with `count` checkers of a side: 0 for empty, then the states of the player on
/// roll, then those of the opponent.
const fn state(side: usize, count: u8) -> u16 {
    let counted = if count as u16 > MOST_COUNTED { MOST_COUNTED } else { count as u16 };
    if counted == 0 { 0 } else { side as u16 * MOST_COUNTED + counted }
}

static STATE_OF: [[u16; 16]; 2] = {
    let mut table = [[0; 16]; 2];
    let mut count = 1;
    while count < 16 {
        table[0][count] = state(0, count as u8);
        table[1][count] = state(1, count as u8);
        count += 1;
    }
    table
};

/// Converts an index of a side to a point as numbered by the player on roll.
#[inline(always)]
fn to_point(side: Side, index: u8) -> usize {
    let own = usize::from(index) % SLOTS;
    if side == Side::OnRoll { own } else { (BAR as usize).saturating_sub(own) }
}

/// Returns the number of each group's pattern, in ascending order.
#[inline(always)]
pub(super) fn numbers(position: &Position) -> [u16; GROUPS] {
    // The bars and checkers off are not among the board's points.
    let mut states = [0u16; SLOTS];
    let mut add = |side: Side, checkers: Checkers| {
        let nibbles = checkers.nibbles();
        let halves = [nibbles as u64, (nibbles >> 64) as u64];
        let mut left = checkers.occupied();
        while left != 0 {
            let index = left.trailing_zeros() as usize % SLOTS;
            left &= left - 1;
            let count = (halves[index / 16] >> (4 * (index % 16))) as usize & 15;
            states[to_point(side, index as u8)] = STATE_OF[side as usize][count];
        }
    };
    add(Side::OnRoll, position.own());
    add(Side::Opponent, position.opponent());
    const BASE: u16 = STATES as u16;
    let mut numbers = [0; GROUPS];
    let (windows, pairs) = numbers.split_at_mut(WINDOWS);
    for (window, number) in windows.iter_mut().enumerate() {
        let s = &states[window + 1..][..WINDOW];
        *number = first_of(window) as u16 + (s[0] * BASE + s[1]) * BASE + s[2];
    }
    for (pair, number) in pairs.iter_mut().enumerate() {
        let s = &states[pair + 1..][..APART + 1];
        *number = first_of(WINDOWS + pair) as u16 + s[0] * BASE + s[APART];
    }
    numbers
}

/// Slot of the first window. The slots before it belong to windows beyond the low end of the board.
const FIRST_WINDOW: usize = WINDOW;
/// Mask of the slots of the windows.
const ALL_WINDOWS: u32 = ((1 << WINDOWS) - 1) << FIRST_WINDOW;
/// Contribution of state 1 of a point to the windows that contain it, in the order of the windows.
const DIGITS: u64 = {
    let base = STATES as u64;
    1 | base << 16 | (base * base) << 32
};

/// Slot of the first pair. The slots before it belong to pairs beyond the low end of the board.
const FIRST_PAIR: usize = APART + 1;
/// Mask of the slots of the pairs.
const ALL_PAIRS: u32 = ((1 << PAIRS) - 1) << FIRST_PAIR;

/// The pattern of each group in a slot of its own. The patterns of a similar position can be
/// derived from the changes of the checkers. Slots before and after those of the groups belong to
/// groups that extend beyond the board, and are meaningless.
#[derive(Clone)]
pub(super) struct SpareSlots {
    windows: [u16; SLOTS],
    /// The slot of a pair is that of its second point.
    pairs: [u16; SLOTS],
}

impl SpareSlots {
    /// Slots of an empty board.
    pub(super) const EMPTY: Self = {
        let mut windows = [0; SLOTS];
        let mut window = 0;
        while window < WINDOWS {
            windows[FIRST_WINDOW + window] = first_of(window) as u16;
            window += 1;
        }
        let mut pairs = [0; SLOTS];
        let mut pair = 0;
        while pair < PAIRS {
            pairs[FIRST_PAIR + pair] = first_of(WINDOWS + pair) as u16;
            pair += 1;
        }
        Self { windows, pairs }
    };

    /// Updates the slots from one position to another.
    #[inline(always)]
    pub(super) fn follow(&mut self, changes: &CheckerChanges, delta: &mut impl PatternDelta) {
        let (before, pairs_before) = (self.windows, self.pairs);
        let (mut changed, mut changed_pairs) = (0u32, 0u32);
        for change in changes.list() {
            let point = to_point(change.side, change.index);
            let of = |count: u8| STATE_OF[change.side as usize][usize::from(count % 16)];
            let (was, is) = (u64::from(of(change.before)), u64::from(of(change.after)));
            add_digits(&mut self.windows, point, (is * DIGITS).wrapping_sub(was * DIGITS));
            let differs = u32::from(is != was);
            changed |= (differs * 0b111) << point;
            // The point is the second point of one pair and the first point of another.
            let digit = (is as u16).wrapping_sub(was as u16);
            let (second, first) = (point, (point + APART) % SLOTS);
            self.pairs[second] = self.pairs[second].wrapping_add(digit);
            self.pairs[first] = self.pairs[first].wrapping_add(digit.wrapping_mul(STATES as u16));
            changed_pairs |= differs << second | differs << first;
        }
        report_changes(changed & ALL_WINDOWS, &before, &self.windows, delta);
        report_changes(changed_pairs & ALL_PAIRS, &pairs_before, &self.pairs, delta);
    }
}
