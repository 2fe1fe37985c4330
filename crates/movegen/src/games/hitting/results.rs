//! Output of the generator.

use super::{
    bitboard::for_each_slot,
    steps::{SLOTS, Sides, Steps},
};
use crate::board::Position;

/// Adds the result of the step from each of the slots `movable`, rearmost first. Steps from slots
/// whose bit is set in `hitting` hit.
#[inline(always)]
pub(super) fn push_each(
    results: &mut Vec<Position>,
    sides: Sides,
    steps: &Steps,
    movable: u32,
    hitting: u32,
) {
    if results.capacity() - results.len() < SLOTS {
        grow(results);
    }
    let before = results.len();
    let first = results.spare_capacity_mut().as_mut_ptr().cast::<Sides>();
    let mut next = first;
    for_each_slot!(movable, |slot| {
        let end = sides.after(steps.from(slot, hitting));
        // SAFETY: there is room for one result for each bit of the mask, and `Sides` has the bytes
        // of a `Position`.
        unsafe {
            next.write_unaligned(end);
            next = next.add(1);
        }
    });
    // SAFETY: every element from `first` to `next` has been written.
    unsafe { results.set_len(before + next.offset_from_unsigned(first)) };
}

/// Reserves room for many more results.
#[cold]
#[inline(never)]
fn grow(results: &mut Vec<Position>) {
    results.reserve(32 * SLOTS);
}
