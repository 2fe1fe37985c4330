//! The board of games in which both sides move in the same direction on a ring of points and a
//! single checker closes a point: Fevga and the long nardi games.

use super::row_slots::{ALL_CELLS, CELLS, Layout};
use sheshbesh_movegen::{Family, Game, Position, Side};

/// The ring of points. Cell 0 follows cell 23.
///
/// A cell is empty, or has one, two, or more checkers of either side.
#[derive(Clone, Copy, Debug)]
pub struct Ring;

/// Distance between a point of one side and the other side's point of the same number.
const HALF: usize = CELLS / 2;
/// More checkers than this number count as this number.
const MOST_COUNTED: u8 = 3;

impl Layout for Ring {
    const NAME: &'static str = "rows-6";
    const IS_RING: bool = true;
    const HEIGHTS: usize = 2 * MOST_COUNTED as usize + 1;

    /// American's sides are six points apart or eighteen.
    fn describes(game: Game) -> bool {
        game.family() == Family::Parallel && !game.has_white()
    }

    #[inline(always)]
    fn cell_of(side: Side, point: u8) -> usize {
        let cell = usize::from(point) - 1;
        if side == Side::OnRoll { cell } else { (cell + HALF) % CELLS }
    }

    /// The player on roll comes first where both have checkers, which the rules of the games do
    /// not allow.
    #[inline(always)]
    fn height_on(position: &Position, cell: usize) -> u8 {
        let own = position.own().on(cell as u8 + 1);
        let opponent = position.opponent().on(((cell + HALF) % CELLS) as u8 + 1);
        match (own, opponent) {
            (0, 0) => 0,
            (0, count) => MOST_COUNTED + count.min(MOST_COUNTED),
            (count, _) => count.min(MOST_COUNTED),
        }
    }

    #[inline(always)]
    fn closed(position: &Position) -> [u32; 2] {
        let own = position.own().occupied() >> 1 & ALL_CELLS;
        let opponent = position.opponent().occupied() >> 1 & ALL_CELLS;
        let opponent = (opponent << HALF | opponent >> (CELLS - HALF)) & ALL_CELLS;
        [own, opponent & !own]
    }
}
