//! A board as masks of places, one bit each; [`super::steps`] says what places are.

use super::steps::{Sides, Steps};
use crate::position::{BAR, HOME, POINTS, Position};

/// The bar.
pub(super) const ON_BAR: u32 = 1;
/// Checkers that are borne off.
const OFF: u32 = 1 << BAR;
/// The 24 points.
const ALL_POINTS: u32 = ((1 << POINTS) - 1) << 1;
/// The points of the home board.
const AT_HOME: u32 = ALL_POINTS & !OUTSIDE;
/// The points outside the home board, and the bar.
pub(super) const OUTSIDE: u32 = (1 << (BAR - HOME)) - 1;

/// Calls `$body` for the place of each set bit of `$mask`, the rearmost first.
macro_rules! for_each_place {
    ($mask:expr, |$place:ident| $body:block) => {
        let mut rest: u32 = $mask;
        while rest != 0 {
            let $place = rest.trailing_zeros();
            rest &= rest - 1;
            $body
        }
    };
}

pub(super) use for_each_place;

/// A board before the mover's turn.
pub(in crate::games) struct Board {
    pub(super) sides: Sides,
    /// Where the mover has checkers, those off included.
    pub(super) occupied: u32,
    /// Where he has exactly one.
    pub(super) single: u32,
    /// Points where he may land.
    pub(super) open: u32,
    /// Points where he hits if he lands there.
    pub(super) blots: u32,
}

/// A board after one step of the mover's.
pub(super) struct AfterStep {
    pub(super) sides: Sides,
    pub(super) occupied: u32,
    /// A point that has been hit holds the mover's checker, and that may be joined.
    pub(super) blots: u32,
}

impl Board {
    /// From a position that the mover sees, unless the game is over.
    #[inline]
    pub(super) fn of(position: &Position) -> Option<Self> {
        let (own, opponent) = (position.own(), position.opponent());
        if own.all_off() || opponent.all_off() {
            return None;
        }
        let [occupied, made] = mirrored([own.occupied(), own.made()]);
        let open = ALL_POINTS & !opponent.made();
        Some(Self {
            sides: Sides::of(position),
            occupied,
            single: occupied & !made,
            open,
            blots: open & opponent.occupied(),
        })
    }

    /// From a position that the mover sees and that is not over, in a game in which nobody is hit and
    /// there is no bar. `closed` has the bits of those of his points where he may not land.
    #[inline]
    pub(in crate::games) fn without_hits(position: &Position, closed: u32) -> Self {
        let own = position.own();
        let [occupied, made] = mirrored([own.occupied(), own.made()]);
        let [closed, _] = mirrored([closed, 0]);
        Self {
            sides: Sides::of(position),
            occupied,
            single: occupied & !made,
            open: ALL_POINTS & !closed,
            blots: 0,
        }
    }

    /// From a position that the mover sees and that is not over, in a game in which checkers are
    /// pinned. Those of his that are pinned are left out: nothing happens to them in his turn, but that
    /// their points are closed.
    ///
    /// Whom he pins and whom he frees changes nothing of where he may land, and follows from where
    /// his checkers stand after the turn.
    #[inline]
    pub(in crate::games) fn among_pins(position: &Position) -> Self {
        let (own, pinned) = (position.own(), position.own().pinned());
        let [occupied, made] = mirrored([own.occupied() & !pinned, own.made()]);
        let [pinned, _] = mirrored([pinned, 0]);
        Self {
            sides: Sides::of(position),
            occupied,
            single: occupied & !made,
            open: ALL_POINTS & !position.opponent().made() & !pinned,
            blots: 0,
        }
    }

    /// One checker goes on from a place where the mover has one, bearing off included.
    #[inline(always)]
    pub(super) fn after(&self, place: u32, number: u32) -> AfterStep {
        let from = 1 << place;
        let to = target(from, number);
        AfterStep {
            sides: self.sides.after(Steps::of(number).from(place, self.blots >> number)),
            occupied: self.occupied & !(self.single & from) | to,
            blots: self.blots & !to,
        }
    }

    /// Where checkers may step from by a number, if the mover has some at `occupied`, without being
    /// borne off: from the bar as long as one is there.
    #[inline(always)]
    pub(super) fn movable_on_board(&self, occupied: u32, number: u32) -> u32 {
        let movable = occupied & (self.open >> number);
        if occupied & ON_BAR == 0 { movable } else { movable & ON_BAR }
    }

    /// As [`Board::movable_on_board`], bearing off included.
    #[inline(always)]
    pub(super) fn movable(&self, occupied: u32, number: u32) -> u32 {
        self.movable_on_board(occupied, number) | borne_off_from(occupied, number)
    }
}

/// The bit of the place to where a step goes from that of another one.
#[inline(always)]
pub(super) fn target(from: u32, number: u32) -> u32 {
    (from << number).min(OFF)
}

/// From where checkers may be borne off by a number, if the mover has some at `occupied`.
#[inline(always)]
pub(super) fn borne_off_from(occupied: u32, number: u32) -> u32 {
    if occupied & OUTSIDE != 0 {
        return 0;
    }
    let at_home = occupied & AT_HOME;
    let rearmost = at_home & at_home.wrapping_neg();
    let exact = OFF >> number;
    if rearmost < exact { at_home & exact } else { rearmost }
}

/// Masks of the mover's indices as masks of places.
#[inline]
pub(super) fn mirrored([a, b]: [u32; 2]) -> [u32; 2] {
    const UNUSED: u32 = u32::BITS - 1 - BAR as u32;
    // Two at a time cost what one does.
    let reversed = (u64::from(a) << 32 | u64::from(b)).reverse_bits();
    [reversed as u32 >> UNUSED, (reversed >> 32) as u32 >> UNUSED]
}
