//! Where the generator writes what it finds.

use super::{
    places::for_each_place,
    steps::{PLACES, Sides, Steps},
};
use crate::position::Position;

/// Adds what each step from one of the places `movable` leads to, the rearmost first. Those whose
/// bit is set in `hitting` hit.
#[inline(always)]
pub(super) fn push_each(
    results: &mut Vec<Position>,
    sides: Sides,
    steps: &Steps,
    movable: u32,
    hitting: u32,
) {
    if results.capacity() - results.len() < PLACES {
        grow(results);
    }
    let before = results.len();
    let first = results.spare_capacity_mut().as_mut_ptr().cast::<Sides>();
    let mut next = first;
    for_each_place!(movable, |place| {
        let end = sides.after(steps.from(place, hitting));
        // SAFETY: there is room for a result of each of the mask's bits, and these are its bytes.
        unsafe {
            next.write_unaligned(end);
            next = next.add(1);
        }
    });
    // SAFETY: all from `first` to `next` have been written.
    unsafe { results.set_len(before + next.offset_from_unsigned(first)) };
}

/// Makes room for many more.
#[cold]
#[inline(never)]
fn grow(results: &mut Vec<Position>) {
    results.reserve(32 * PLACES);
}
