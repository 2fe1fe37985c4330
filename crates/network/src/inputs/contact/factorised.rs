//! Factorised features of `structural1`, see [`factorised`](crate::inputs::factorised).

use crate::inputs::{
    board::ALL_CHECKERS,
    factorised::{INDICES, bands_off},
};
use sheshbesh_movegen::{BAR, HOME, OFF, POINTS};
use std::sync::LazyLock;

/// Indices of the factorised features of `structural1` among the features of one side.
pub(super) const FACTORISED: [usize; 14] = [0, 1, 2, 3, 8, 30, 35, 36, 39, 40, 41, 42, 43, 44];

/// Number of counts of checkers that a table has rows for.
const COUNTS: usize = 16;

/// Contribution of `count` checkers on an index to each factorised feature of `structural1`.
pub(super) fn of(index: u8, count: u8) -> [f32; FACTORISED.len()] {
    let n = f32::from(count);
    let pips = n * f32::from(index);
    let is = |it_is: bool, value: f32| if it_is { value } else { 0.0 };
    let on_board = index != OFF && index != BAR;
    let in_home = on_board && index <= HOME;
    let in_opposing_home = on_board && index > POINTS - HOME;
    let outside = index > HOME;
    let to_home = n * f32::from(index.saturating_sub(HOME));
    let [first_off, second_off, third_off] = bands_off(index, count);
    [
        // Checkers off, in three bands.
        first_off,
        second_off,
        third_off,
        // Pips.
        pips / 100.0,
        // Anchors.
        is(in_opposing_home && count > 1, 1.0 / 2.0),
        // Points made in the own home board.
        is(in_home && count > 1, 1.0 / f32::from(HOME)),
        // Timing: pips to home of checkers between the home boards, and pips of spare checkers at
        // home.
        is(outside && index <= POINTS - HOME, to_home / 50.0),
        is(in_home, f32::from(count.saturating_sub(2)) * (f32::from(index) - 1.0) / 20.0),
        // Pips until all are home, checkers not home, and checkers where they would lose a
        // backgammon.
        is(outside, to_home / 100.0),
        is(outside, n / ALL_CHECKERS),
        is(in_opposing_home || index == BAR, n / 5.0),
        // Checkers on the two lowest points, and the excess of stacks over four.
        is(on_board && index <= 2, n / 6.0),
        is(on_board, f32::from(count.saturating_sub(4)) / 5.0),
        // Quadrants to cross until all are borne off.
        n * f32::from(index.div_ceil(HOME)) / 30.0,
    ]
}

/// Returns the factorised features of a side for `structural1`, from its checkers on each index.
#[inline(always)]
pub(super) fn sums(counts: &[u8; 32]) -> [f32; FACTORISED.len()] {
    static TABLE: LazyLock<Vec<[f32; FACTORISED.len()]>> = LazyLock::new(|| {
        let of_row = |row| of((row / COUNTS) as u8, (row % COUNTS) as u8);
        (0..INDICES * COUNTS).map(of_row).collect()
    });
    let table = &*TABLE;
    let mut sums = [0.0; FACTORISED.len()];
    for (index, &count) in counts[..INDICES].iter().enumerate() {
        if count > 0 {
            let row = &table[index * COUNTS + usize::from(count)];
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
    }
    sums
}
