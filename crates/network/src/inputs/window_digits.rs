//! Windows of neighbouring points whose patterns are numbers with a digit for each point: a point that
//! changes adds to one digit of each window that it is in, four windows at once.

use super::come_and_go::ComeAndGo;

/// Places for windows, with some before and after those of the board.
pub(super) const ROOM: usize = 32;
/// Windows that one number of 64 bits holds.
const LANES: usize = 4;

/// Adds to the patterns of four windows in a row. `digits` has 16 bits for each of them, the first lowest;
/// what is taken off is added modulo 2⁶⁴.
#[inline(always)]
pub(super) fn add(windows: &mut [u16; ROOM], first: usize, digits: u64) {
    let at = windows[first..].first_chunk_mut::<LANES>().expect("room beyond");
    let [a, b, c, d] = at.map(u64::from);
    let number = (a | b << 16 | c << 32 | d << 48).wrapping_add(digits);
    *at = [number as u16, (number >> 16) as u16, (number >> 32) as u16, (number >> 48) as u16];
}

/// Tells what has become of some places, which are bits.
#[inline(always)]
pub(super) fn tell(
    mut places: u32,
    before: &[u16; ROOM],
    after: &[u16; ROOM],
    come_and_go: &mut impl ComeAndGo,
) {
    while places != 0 {
        let place = places.trailing_zeros() as usize % ROOM;
        places &= places - 1;
        come_and_go.change(before[place], after[place]);
    }
}
