//! Efficient update of patterns: those of a position, derived from those of a similar one.

use super::{
    delta::{NONE, PatternDelta},
    groups::{
        AHEAD, FIRST_STRAGGLER, STATES, STRAGGLER_COUNTS, STRAGGLER_PATTERNS, STRAGGLERS_FROM,
        WINDOW, WINDOW_PATTERNS, WINDOWS,
    },
    row_slots::RowSlots,
    spares::SpareSlots,
    window_index::{SLOTS, add_digits, report_changes},
};
use crate::inputs::checker_changes::{CheckerChange, CheckerChanges};
use sheshbesh_movegen::{BAR, Checkers, HOME, Position, Side};

/// The pattern of each group of a position in a slot of its own. The patterns of a similar position
/// can be derived from the changes of the checkers.
#[derive(Clone)]
pub struct PatternSlots {
    /// Number of each window's pattern; window 0 is at [`FIRST_WINDOW`]. The slots before and after
    /// belong to windows that extend beyond the board, and are meaningless.
    windows: [u16; SLOTS],
    /// For each side and index, the straggler's pattern; [`NONE`] if there is no straggler.
    stragglers: [[u16; SLOTS]; 2],
    /// For each side, indices with checkers, in its own view.
    occupied: [u32; 2],
    /// For each side, indices with two or more checkers, in the other side's view.
    blocked: [u32; 2],
    /// Spares, for sets that have them.
    spares: SpareSlots,
    /// Rows and heights, for the sets that have them alone.
    pub(super) rows: RowSlots,
}

/// Slot of the first window. The slots before it belong to windows beyond the low end of the board.
const FIRST_WINDOW: usize = WINDOW;
/// Mask of the slots of the windows.
const ALL_WINDOWS: u32 = ((1 << WINDOWS) - 1) << FIRST_WINDOW;
/// Mask of the indices of stragglers.
const STRAGGLER_INDICES: u32 = !0 << FIRST_STRAGGLER;
/// Contribution of state 1 of a point to the patterns of the four windows that contain it, in the
/// order of the windows. The point is the last digit of the first window.
const DIGITS: u64 = {
    let base = STATES as u64;
    1 | base << 16 | (base * base) << 32 | (base * base * base) << 48
};
/// Table for each side. The state of a point is the sum of the states of both sides' checkers
/// there.
static OF_COUNT: [[OfCount; 16]; 2] = [of_count(1, 3), of_count(2, 4)];

const fn of_count(made: u8, blot: u8) -> [OfCount; 16] {
    let mut table = [OfCount { digits: 0, state: 0, occupies: 0, blocks: 0 }; 16];
    let mut count = 1;
    while count < 16 {
        let blocks = count > 1;
        let state = if blocks { made } else { blot };
        let digits = state as u64 * DIGITS;
        table[count] = OfCount { digits, state, occupies: 1, blocks: blocks as u8 };
        count += 1;
    }
    table
}

impl PatternSlots {
    /// Slots of an empty board: windows of empty points.
    pub const EMPTY: Self = {
        let mut windows = [0; SLOTS];
        let mut window = 0;
        while window < WINDOWS {
            windows[FIRST_WINDOW + window] = (window * WINDOW_PATTERNS) as u16;
            window += 1;
        }
        let spares = SpareSlots::EMPTY;
        let (stragglers, rows) = ([[NONE; SLOTS]; 2], RowSlots::EMPTY);
        Self { windows, stragglers, occupied: [0; 2], blocked: [0; 2], spares, rows }
    };

    /// Copies windows and stragglers.
    #[inline(always)]
    pub(super) fn copy_without_spares(&mut self, from: &Self) {
        let Self { windows, stragglers, occupied, blocked, spares: _, rows: _ } = from;
        (self.windows, self.stragglers) = (*windows, *stragglers);
        (self.occupied, self.blocked) = (*occupied, *blocked);
    }

    /// Updates the slots of `Windows4` from one position to another.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        let before = self.windows;
        let [own, opponent] = changes.by_side();
        let own = self.change_side::<0>(own);
        let opponent = self.change_side::<1>(opponent);
        report_changes(
            (own.windows | opponent.windows) & ALL_WINDOWS,
            &before,
            &self.windows,
            delta,
        );
        self.change_stragglers::<0>(position.own(), own.indices, opponent.blocked, delta);
        self.change_stragglers::<1>(position.opponent(), opponent.indices, own.blocked, delta);
    }

    /// Updates the slots of the spares from one position to another.
    #[inline(always)]
    pub(super) fn follow_spares(
        &mut self,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        self.spares.follow(changes, delta);
    }

    /// Applies the changes of a side's checkers.
    #[inline(always)]
    fn change_side<const SIDE: usize>(&mut self, changes: &[CheckerChange]) -> Changed {
        let mut changed = Changed { windows: 0, indices: 0, blocked: 0 };
        let mut occupied = self.occupied[SIDE];
        for change in changes {
            let index = u32::from(change.index);
            let mirrored = u32::from(BAR).saturating_sub(index);
            let point = if SIDE == Side::OnRoll as usize { index } else { mirrored };
            let of = |count: u8| &OF_COUNT[SIDE][usize::from(count % 16)];
            let (was, is) = (of(change.before), of(change.after));
            let digits = is.digits.wrapping_sub(was.digits);
            add_digits(&mut self.windows, point as usize % SLOTS, digits);
            changed.windows |= (u32::from(is.state != was.state) * 0b1111) << point;
            changed.indices |= 1 << index;
            changed.blocked ^= u32::from(is.blocks ^ was.blocks) << mirrored;
            occupied ^= u32::from(is.occupies ^ was.occupies) << index;
        }
        self.occupied[SIDE] = occupied;
        self.blocked[SIDE] ^= changed.blocked;
        changed
    }

    /// Updates the stragglers of a side. `indices` are those with changed checkers. `blocked` are
    /// the points that have become blocked or open, in the side's view.
    #[inline(always)]
    fn change_stragglers<const SIDE: usize>(
        &mut self,
        checkers: Checkers,
        indices: u32,
        blocked: u32,
        delta: &mut impl PatternDelta,
    ) {
        // Indices with such a point among the six points ahead.
        let near = blocked << 1;
        let near = near | near << 1 | near << 2;
        let near = (near | near << 3) & self.occupied[SIDE];
        let mut indices = (indices | near) & STRAGGLER_INDICES;
        let nibbles = checkers.nibbles();
        let halves = [nibbles as u64, (nibbles >> 64) as u64];
        let blocked = self.blocked[1 - SIDE];
        while indices != 0 {
            let index = indices.trailing_zeros() as usize % SLOTS;
            indices &= indices - 1;
            let count = (halves[index / 16] >> (4 * (index % 16))) as usize & 15;
            let ahead = (blocked >> (index - usize::from(HOME))) as usize & (AHEAD - 1);
            let straggler = (index - FIRST_STRAGGLER) * STRAGGLER_COUNTS + count.clamp(1, 3) - 1;
            let first = STRAGGLERS_FROM + SIDE * STRAGGLER_PATTERNS;
            let pattern =
                if count == 0 { NONE } else { (first + straggler * AHEAD + ahead) as u16 };
            let before = std::mem::replace(&mut self.stragglers[SIDE][index], pattern);
            if before != pattern {
                delta.change(before, pattern);
            }
        }
    }
}

/// Effects of the changes of a side.
struct Changed {
    /// Windows with a changed pattern.
    windows: u32,
    /// Indices with changed checkers.
    indices: u32,
    /// Points that have become blocked or open, in the other side's view.
    blocked: u32,
}

/// Effects of a number of checkers of a side on a point.
#[derive(Clone, Copy)]
struct OfCount {
    /// Contribution to the patterns of the windows that contain the point.
    digits: u64,
    state: u8,
    occupies: u8,
    blocks: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        inputs::{Patterns, Pinning6, Rows6, Windows4, Windows4Spares},
        test_positions,
    };
    use sheshbesh_movegen::{
        Game,
        testing::{Random, random_game},
    };
    use std::collections::BTreeSet;

    struct Sets {
        kept: BTreeSet<u16>,
    }

    impl PatternDelta for Sets {
        fn change(&mut self, before: u16, after: u16) {
            assert_ne!(before, after);
            assert!(before == NONE || self.kept.remove(&before), "{before} was not there");
            assert!(after == NONE || self.kept.insert(after), "{after} was there");
        }
    }

    fn follows_its_neighbours<P: Patterns>(mut positions: Vec<Position>) {
        // Similar positions as well as positions that have little in common.
        let far: Vec<_> = positions.iter().rev().step_by(7).copied().collect();
        positions.extend(far);
        let nobody = Position::from_sides_unchecked(Checkers::NONE, Checkers::NONE);
        let mut before = nobody;
        let mut slots = PatternSlots::EMPTY;
        let mut sets = Sets { kept: P::of(&nobody).numbers().iter().copied().collect() };
        let mut changes = CheckerChanges::none();
        for position in positions {
            changes.find(&before, &position);
            P::follow(&mut slots, &position, &changes, &mut sets);
            let want: BTreeSet<u16> = P::of(&position).numbers().iter().copied().collect();
            assert_eq!(sets.kept, want, "{before:?} {position:?}");
            before = position;
        }
    }

    #[test]
    fn what_comes_and_goes_leads_from_one_position_to_the_other() {
        follows_its_neighbours::<Windows4>(test_positions(20));
        follows_its_neighbours::<Windows4Spares>(test_positions(20));
        let mut random = Random::new(7);
        let fevga = (0..20).flat_map(|_| random_game(Game::FEVGA, &mut random)).collect();
        follows_its_neighbours::<Rows6>(fevga);
        let plakoto = (0..20).flat_map(|_| random_game(Game::PLAKOTO, &mut random)).collect();
        follows_its_neighbours::<Pinning6>(plakoto);
        // Positions that the games do not have keep to the table too.
        follows_its_neighbours::<Rows6>(test_positions(20));
        follows_its_neighbours::<Pinning6>(test_positions(20));
    }
}
