//! Rows of closed points and heights of neighbouring points: the number of each group's pattern,
//! and its update from that of a similar position.
//!
//! A cell is a point numbered from 0: cell 0 is the player on roll's point 1.

use super::delta::PatternDelta;
use crate::inputs::checker_changes::CheckerChanges;
use sheshbesh_movegen::{Game, POINTS, Position, Side};
use std::ops::Range;

pub(super) const CELLS: usize = POINTS as usize;
pub(super) const ALL_CELLS: u32 = (1 << CELLS) - 1;

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
    /// True if cell 0 follows the last cell.
    const IS_RING: bool;
    /// Number of heights of a cell.
    const HEIGHTS: usize;

    /// True if the layout is that of a game.
    fn describes(game: Game) -> bool;

    /// Returns the cell of a side's point.
    fn cell_of(side: Side, point: u8) -> usize;

    /// Returns the height of a cell, below [`Self::HEIGHTS`]; 0 if it is empty.
    fn height_on(position: &Position, cell: usize) -> u8;

    /// Returns the cells that each side closes. No cell is closed by both.
    fn closed(position: &Position) -> [u32; 2];
}

/// Number of groups of `length` neighbouring cells.
const fn starts<L: Layout>(length: usize) -> usize {
    if L::IS_RING { CELLS } else { CELLS - length + 1 }
}

const fn row_count<L: Layout>() -> usize {
    starts::<L>(ROW)
}

const fn height_count<L: Layout>() -> usize {
    starts::<L>(HEIGHT)
}

const fn height_patterns<L: Layout>() -> usize {
    L::HEIGHTS.pow(HEIGHT as u32)
}

/// Number of groups of a layout.
pub(super) const fn groups_of<L: Layout>() -> usize {
    row_count::<L>() + height_count::<L>()
}

/// Number of patterns of a layout.
pub(super) const fn patterns_of<L: Layout>() -> usize {
    row_count::<L>() * ROW_PATTERNS + height_count::<L>() * height_patterns::<L>()
}

/// Returns the pattern numbers of each group.
pub(super) fn groups<L: Layout>() -> impl Iterator<Item = Range<usize>> {
    let rows = (0..row_count::<L>()).map(|cell| (cell * ROW_PATTERNS, ROW_PATTERNS));
    let heights = (0..height_count::<L>()).map(|cell| {
        (row_count::<L>() * ROW_PATTERNS + cell * height_patterns::<L>(), height_patterns::<L>())
    });
    rows.chain(heights).map(|(first, count)| first..first + count)
}

/// The checkers on the cells of a board.
#[derive(Clone, Copy)]
pub(super) struct RowSlots {
    /// Cells that a side closes.
    closed: [u32; 2],
    /// Height of each cell.
    heights: [u8; CELLS],
}

impl RowSlots {
    /// The slots of an empty board.
    pub(super) const EMPTY: Self = Self { closed: [0; 2], heights: [0; CELLS] };

    #[inline(always)]
    pub(super) fn of<L: Layout>(position: &Position) -> Self {
        let mut heights = [0; CELLS];
        for (cell, height) in heights.iter_mut().enumerate() {
            *height = L::height_on(position, cell);
        }
        Self { closed: L::closed(position), heights }
    }

    /// Returns the number of each group's pattern, in ascending order.
    #[inline(always)]
    pub(super) fn numbers<L: Layout>(&self) -> impl Iterator<Item = u16> {
        let rows = (0..row_count::<L>()).map(|cell| self.row_pattern::<L>(cell));
        rows.chain((0..height_count::<L>()).map(|cell| self.height_pattern::<L>(cell)))
    }

    /// Number of the pattern of the row that begins at a cell.
    #[inline(always)]
    fn row_pattern<L: Layout>(&self, cell: usize) -> u16 {
        let digits = |mask: u32| DIGITS[(unrolled::<L>(mask) >> cell) as usize % DIGITS.len()];
        let [own, opponent] = self.closed;
        (cell * ROW_PATTERNS) as u16 + digits(own) + 2 * digits(opponent)
    }

    /// Number of the pattern of the heights that begin at a cell.
    #[inline(always)]
    fn height_pattern<L: Layout>(&self, cell: usize) -> u16 {
        let height = |ahead: usize| u16::from(self.heights[(cell + ahead) % CELLS]);
        let base = L::HEIGHTS as u16;
        let pattern = (height(0) * base + height(1)) * base + height(2);
        (row_count::<L>() * ROW_PATTERNS + cell * height_patterns::<L>()) as u16 + pattern
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
        // A pin can change sides, and with it the closed cell, while both counts stay 1.
        let mut touched = reopened;
        for change in changes.list() {
            if (1..=POINTS).contains(&change.index) {
                touched |= 1 << L::cell_of(change.side, change.index);
            }
        }
        let mut raised = 0;
        for cell in Cells(touched) {
            self.heights[cell] = L::height_on(position, cell);
            raised |= u32::from(self.heights[cell] != before.heights[cell]) << cell;
        }
        for cell in Cells(beginning_before::<L, ROW>(reopened)) {
            delta.change(before.row_pattern::<L>(cell), self.row_pattern::<L>(cell));
        }
        for cell in Cells(beginning_before::<L, HEIGHT>(raised)) {
            delta.change(before.height_pattern::<L>(cell), self.height_pattern::<L>(cell));
        }
    }
}

/// Returns a mask of cells with the cells of a ring twice.
#[inline(always)]
fn unrolled<L: Layout>(cells: u32) -> u64 {
    let cells = u64::from(cells);
    if L::IS_RING { cells | cells << CELLS } else { cells }
}

/// Returns the cells of groups of `LENGTH` cells that contain one of a mask.
#[inline(always)]
fn beginning_before<L: Layout, const LENGTH: usize>(cells: u32) -> u32 {
    let cells = unrolled::<L>(cells);
    let reached = (0..LENGTH).fold(0, |reached, ahead| reached | cells >> ahead);
    reached as u32 & (ALL_CELLS >> (CELLS - starts::<L>(LENGTH)))
}

/// The cells of a mask, in ascending order.
struct Cells(u32);

impl Iterator for Cells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    }
}
