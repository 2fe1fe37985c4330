//! A board as bit masks of slots; [`super::steps`] defines slots.

use super::steps::{Sides, Steps};
use crate::board::{BAR, HOME, POINTS, Position};

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

/// Runs `$body` for the slot of each set bit of `$mask`, rearmost first.
macro_rules! for_each_slot {
    ($mask:expr, |$slot:ident| $body:block) => {
        let mut rest: u32 = $mask;
        while rest != 0 {
            let $slot = rest.trailing_zeros();
            rest &= rest - 1;
            $body
        }
    };
}

pub(super) use for_each_slot;

/// A board before the mover's turn.
pub(in crate::games) struct Board {
    pub(super) sides: Sides,
    /// Slots where the mover has checkers, including off.
    pub(super) occupied: u32,
    /// Slots where the mover has exactly one checker.
    pub(super) single: u32,
    /// Points where the mover may land.
    pub(super) open: u32,
    /// Points where the mover hits by landing.
    pub(super) blots: u32,
}

/// A board after one step of the mover.
pub(super) struct AfterStep {
    pub(super) sides: Sides,
    pub(super) occupied: u32,
    /// Points where the mover hits by landing. After a hit, the point holds the mover's checker and
    /// is no longer one of them.
    pub(super) blots: u32,
}

impl Board {
    /// Creates a board from a position as the mover sees it; `None` if the game is over.
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

    /// Creates a board from a position as the mover sees it, in a game without hits and without a
    /// bar. The game must not be over. `closed` has the bits of the mover's points where they may
    /// not land.
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

    /// Creates a board from a position as the mover sees it, in a game with pinned checkers. The
    /// game must not be over. The mover's pinned checkers are left out: during the turn they only
    /// close their points.
    ///
    /// Pinning and freeing checkers does not change the points where the mover may land. It follows
    /// from the mover's checkers after the turn.
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

    /// The board after one checker has moved on from one of the mover's slots; this may bear it
    /// off.
    #[inline(always)]
    pub(super) fn after(&self, slot: u32, number: u32) -> AfterStep {
        let from = 1 << slot;
        let to = target(from, number);
        AfterStep {
            sides: self.sides.after(Steps::of(number).from(slot, self.blots >> number)),
            occupied: self.occupied & !(self.single & from) | to,
            blots: self.blots & !to,
        }
    }

    /// Slots from where checkers may step by a number without being borne off, if the mover has
    /// checkers at `occupied`. As long as a checker is on the bar, this is the bar alone.
    #[inline(always)]
    pub(super) fn movable_on_board(&self, occupied: u32, number: u32) -> u32 {
        let movable = occupied & (self.open >> number);
        if occupied & ON_BAR == 0 { movable } else { movable & ON_BAR }
    }

    /// Like [`Board::movable_on_board`], including bearing off.
    #[inline(always)]
    pub(super) fn movable(&self, occupied: u32, number: u32) -> u32 {
        self.movable_on_board(occupied, number) | borne_off_from(occupied, number)
    }
}

/// The bit of the slot where a step ends, from the bit of the slot where it starts.
#[inline(always)]
pub(super) fn target(from: u32, number: u32) -> u32 {
    (from << number).min(OFF)
}

/// Slots from where checkers may be borne off by a number, if the mover has checkers at
/// `occupied`.
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

/// Converts masks of the mover's indices to masks of slots.
#[inline]
pub(super) fn mirrored([a, b]: [u32; 2]) -> [u32; 2] {
    const UNUSED: u32 = u32::BITS - 1 - BAR as u32;
    // Reversing two masks at once costs as much as reversing one.
    let reversed = (u64::from(a) << 32 | u64::from(b)).reverse_bits();
    [reversed as u32 >> UNUSED, (reversed >> 32) as u32 >> UNUSED]
}
