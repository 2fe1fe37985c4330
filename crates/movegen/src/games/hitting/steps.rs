//! One checker's step as an addition, for each slot and number.
//!
//! Slots are the indices of the opponent's view: 0 is the mover's bar, 1 to 24 are the mover's
//! points 24 to 1, and 25 is off. Steps therefore go up, and the lowest bit of a mask of slots is
//! the rearmost checker.

use crate::board::{BAR, POINTS, Position};

/// Largest number on a die.
const MOST_PIPS: usize = 6;
/// The last slot: off.
const LAST: usize = BAR as usize;
/// Number of slots in a mask.
pub(super) const SLOTS: usize = u32::BITS as usize;

/// Both sides' checkers during a turn or after it.
///
/// These are the bytes of a [`Position`] as the opponent sees it, as four numbers of 16 nibbles
/// each. No step carries from one number to the next, so all four are added at once.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Sides([u64; 4]);

impl Sides {
    /// Creates the sides from a position as the mover sees it.
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        // SAFETY: a position is 32 bytes of integers, and every bit pattern is a valid `Sides`.
        unsafe { std::mem::transmute::<Position, Self>(position.swapped()) }
    }

    /// The position as the opponent sees it.
    #[inline(always)]
    pub(super) fn position(self) -> Position {
        // SAFETY: sides are 32 bytes of integers, and every bit pattern is a valid `Position`.
        unsafe { std::mem::transmute::<Self, Position>(self) }
    }

    /// The sides after a step.
    #[inline(always)]
    pub(super) fn after(self, step: &Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, step);
        Self([a.wrapping_add(*e), b.wrapping_add(*f), c.wrapping_add(*g), d.wrapping_add(*h)])
    }
}

/// Addends to [`Sides`] for the steps of one number: from each slot a step without a hit, then
/// from each slot a step with a hit. A checker is borne off by any number that is large enough.
pub(super) struct Steps([Sides; 2 * SLOTS]);

/// The steps of each number; the entry of 0 is unused.
static STEPS: [Steps; MOST_PIPS + 1] = {
    let mut all = [const { Steps([Sides([0; 4]); 2 * SLOTS]) }; MOST_PIPS + 1];
    let mut number = 1;
    while number <= MOST_PIPS {
        let mut slot = 0;
        while slot <= POINTS as usize {
            let to = if slot + number < LAST { slot + number } else { LAST };
            // The mover counts from the other end.
            let own = moved(LAST - slot, LAST - to);
            all[number].0[slot] = Sides([0, 0, own[0], own[1]]);
            if to < LAST {
                let hit = moved(to, BAR as usize);
                all[number].0[SLOTS + slot] = Sides([hit[0], hit[1], own[0], own[1]]);
            }
            slot += 1;
        }
        number += 1;
    }
    all
};

/// Addends to the two halves of a side when a checker moves from one index to another.
const fn moved(from: usize, to: usize) -> [u64; 2] {
    const NIBBLES: usize = 16;
    let mut halves = [0u64; 2];
    halves[from / NIBBLES] = halves[from / NIBBLES].wrapping_sub(1 << (4 * (from % NIBBLES)));
    halves[to / NIBBLES] = halves[to / NIBBLES].wrapping_add(1 << (4 * (to % NIBBLES)));
    let [low, high] = halves;
    if cfg!(target_endian = "little") { [low, high] } else { [high, low] }
}

impl Steps {
    /// The steps of a number from 1 to 6.
    #[inline(always)]
    pub(super) fn of(number: u32) -> &'static Self {
        &STEPS[number as usize]
    }

    /// The step from a slot; it hits if that slot's bit is set in `hitting`.
    #[inline(always)]
    pub(super) fn from(&self, slot: u32, hitting: u32) -> &Sides {
        let hits = (hitting >> slot) as usize % 2;
        &self.0[(slot as usize + SLOTS * hits) % (2 * SLOTS)]
    }
}
