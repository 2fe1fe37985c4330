//! The board of games in which lone checkers are pinned: Plakoto and Tapa.

use super::row_slots::{ALL_CELLS, CELLS, Layout};
use crate::inputs::board::mirrored;
use sheshbesh_movegen::{BAR, Checkers, Family, Game, Position, Side};

/// The points in a line. The sides come from its ends, and a pin closes a point.
///
/// A cell is empty, or has one, two, or more checkers of either side that pin nobody, or one or
/// more of either side that pin a checker.
#[derive(Clone, Copy, Debug)]
pub struct PinnedLine;

/// More checkers than this number count as this number, without a pin and with one.
const MOST_COUNTED: u8 = 3;
const MOST_PINNING: u8 = 2;
/// Heights of a cell with checkers of a side.
const OF_SIDE: u8 = MOST_COUNTED + MOST_PINNING;

impl Layout for PinnedLine {
    const NAME: &'static str = "pinning-6";
    const IS_RING: bool = false;
    const HEIGHTS: usize = 2 * OF_SIDE as usize + 1;

    fn describes(game: Game) -> bool {
        game.family() == Family::Pinning
    }

    #[inline(always)]
    fn cell_of(side: Side, point: u8) -> usize {
        let point = usize::from(point);
        if side == Side::OnRoll { point - 1 } else { CELLS - point }
    }

    /// The player on roll's checker is on top where neither is pinned, which the rules of the
    /// games do not allow.
    #[inline(always)]
    fn height_on(position: &Position, cell: usize) -> u8 {
        let point = cell as u8 + 1;
        let own = position.own().on(point);
        let opponent = position.opponent().on(BAR - point);
        let pinning = |count: u8| MOST_COUNTED + count.min(MOST_PINNING);
        match (own, opponent) {
            (0, 0) => 0,
            (_, 0) => own.min(MOST_COUNTED),
            (0, _) => OF_SIDE + opponent.min(MOST_COUNTED),
            _ if position.own().pinned() >> point & 1 == 1 => OF_SIDE + pinning(opponent),
            _ => pinning(own),
        }
    }

    #[inline(always)]
    fn closed(position: &Position) -> [u32; 2] {
        let (own, opponent) = (position.own(), position.opponent());
        let cells = |points: u32| points >> 1 & ALL_CELLS;
        let closes = |side: Checkers, other: Checkers| side.made() | mirrored(other.pinned());
        let held = closes(own, opponent);
        [cells(held), cells(mirrored(closes(opponent, own)) & !held)]
    }
}
