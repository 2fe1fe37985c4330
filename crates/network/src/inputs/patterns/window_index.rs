//! Index computation for windows of neighbouring points. A window's pattern is a number with a
//! digit for each point. A change of a point adds to one digit of each window that contains it,
//! for four windows at once.

use super::delta::PatternDelta;

/// Number of slots for windows, including some before and after those of the board.
pub(super) const SLOTS: usize = 32;
/// Number of windows that fit into 64 bits.
const LANES: usize = 4;

/// Adds to the patterns of four consecutive windows. `digits` has 16 bits for each window, the
/// first one lowest. Negative changes are added modulo 2⁶⁴.
#[inline(always)]
pub(super) fn add_digits(windows: &mut [u16; SLOTS], first: usize, digits: u64) {
    let at = windows[first..]
        .first_chunk_mut::<LANES>()
        .expect("the last window has room for a full chunk");
    let [a, b, c, d] = at.map(u64::from);
    let number = (a | b << 16 | c << 32 | d << 48).wrapping_add(digits);
    *at = [number as u16, (number >> 16) as u16, (number >> 32) as u16, (number >> 48) as u16];
}

/// Reports the changes of the slots whose bits are set in `slots`.
#[inline(always)]
pub(super) fn report_changes(
    mut slots: u32,
    before: &[u16; SLOTS],
    after: &[u16; SLOTS],
    delta: &mut impl PatternDelta,
) {
    while slots != 0 {
        let slot = slots.trailing_zeros() as usize % SLOTS;
        slots &= slots - 1;
        delta.change(before[slot], after[slot]);
    }
}
