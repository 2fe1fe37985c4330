//! Factorised features: sums over the indices of a side, whose terms depend only on the index and
//! the number of checkers there.
//!
//! In training, a factorised feature expresses directly what many point units express together. A
//! network in use needs neither these features nor their weights: their contribution to the first
//! layer is part of the row that it looks up for the checkers on an index. The other features are
//! called global.

use super::board::ALL_CHECKERS;
use sheshbesh_movegen::{BAR, OFF};

/// Number of indices of a side: off, the points and the bar.
pub(super) const INDICES: usize = BAR as usize + 1;

/// Checkers off, in three bands of a third of fifteen checkers. Each goes from 0 to 1 as the band
/// fills.
#[inline(always)]
pub(super) fn bands_off(index: u8, count: u8) -> [f32; 3] {
    let band = ALL_CHECKERS / 3.0;
    let off = if index == OFF { f32::from(count) } else { 0.0 };
    [
        (off / band).min(1.0),
        ((off - band) / band).clamp(0.0, 1.0),
        ((off - 2.0 * band) / band).max(0.0),
    ]
}

/// Writes the sums, over the indices of a side, of the contributions of the checkers on each.
pub(super) fn write_sums<const N: usize>(
    counts: &[u8; 32],
    of: impl Fn(u8, u8) -> [f32; N],
    out: &mut [f32],
) {
    out.fill(0.0);
    for (index, &count) in (OFF..).zip(&counts[..INDICES]) {
        if count > 0 {
            for (sum, value) in out.iter_mut().zip(of(index, count)) {
                *sum += value;
            }
        }
    }
}
