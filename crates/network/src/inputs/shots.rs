//! Shots: the blots that each roll hits, or pins. The rolls are processed in vector lanes.

use super::{
    board::mirrored,
    rolls::{BY_ROLL, DOUBLES, MIXED, ROLL_LANES},
};
use sheshbesh_movegen::BAR;

/// Sums over the 36 rolls: rolls that hit a blot, rolls that hit two, and pips lost.
pub(super) struct Shots {
    pub(super) any: f32,
    pub(super) two: f32,
    pub(super) pips: f32,
}

/// Sums over the 36 rolls: rolls that pin a blot, rolls that pin two, and indices of the furthest.
pub(super) struct Pins {
    pub(super) any: f32,
    pub(super) two: f32,
    pub(super) furthest: f32,
}

/// For each of the other side's rolls, the blots that it hits, in the view of the side that is hit.
/// There is a lane for each roll.
pub(super) struct Hits([u32; ROLL_LANES]);

impl Hits {
    /// Computes the hits of the other side. `blots` are the points that can be hit, and `free` the
    /// points open to the other side, in the view of the side that is hit. In this view, the other
    /// side's moves go upwards, and its bar is index 0. `occupied` are the points and the bar with
    /// its checkers, in its own view, and `on_bar` is their number on the bar. With two or more
    /// checkers on the bar, only entering checkers hit.
    #[inline(always)]
    pub(super) fn new(blots: u32, free: u32, occupied: u32, on_bar: u8) -> Self {
        let mut hits = [0; ROLL_LANES];
        if blots == 0 {
            return Self(hits);
        }
        let hitters = mirrored(occupied);
        let (mixed, doubles) = hits.split_at_mut(MIXED);
        let (high, low) = (&BY_ROLL.far[..MIXED], &BY_ROLL.near[..MIXED]);
        let number = &BY_ROLL.near[MIXED..];
        match on_bar {
            0 => return Self::without_bar(blots, free, hitters),
            1 => {
                let on_board = hitters & !1;
                for i in 0..MIXED {
                    let enters = |number: u32| (1 << number) & free;
                    let then = |entered: u32, number: u32| {
                        if entered == 0 { 0 } else { entered | (on_board | entered) << number }
                    };
                    let first = then(enters(high[i]), low[i]);
                    let second = then(enters(low[i]), high[i]);
                    mixed[i] = (first | second) & blots;
                }
                for i in 0..DOUBLES {
                    let entered = (1 << number[i]) & free;
                    let movers = if entered == 0 { 0 } else { on_board | entered };
                    let once = movers << number[i];
                    let twice = (once & free) << number[i];
                    doubles[i] = (entered | once | twice | (twice & free) << number[i]) & blots;
                }
            }
            _ => {
                for i in 0..MIXED {
                    mixed[i] = (1 << high[i] | 1 << low[i]) & blots;
                }
                for i in 0..DOUBLES {
                    doubles[i] = (1 << number[i]) & blots;
                }
            }
        }
        Self(hits)
    }

    /// Computes the hits if the other side has no checker on the bar. `blots` are the points that
    /// can be hit, `free` the points open to the other side, and `hitters` its movable checkers,
    /// all in the view of the side that is hit.
    #[inline(always)]
    pub(super) fn without_bar(blots: u32, free: u32, hitters: u32) -> Self {
        let mut hits = [0; ROLL_LANES];
        let (mixed, doubles) = hits.split_at_mut(MIXED);
        let (high, low) = (&BY_ROLL.far[..MIXED], &BY_ROLL.near[..MIXED]);
        let number = &BY_ROLL.near[MIXED..];
        for i in 0..MIXED {
            let (by_high, by_low) = (hitters << high[i], hitters << low[i]);
            let by_both = ((by_high & free) << low[i]) | ((by_low & free) << high[i]);
            mixed[i] = (by_high | by_low | by_both) & blots;
        }
        for i in 0..DOUBLES {
            let once = hitters << number[i];
            let twice = (once & free) << number[i];
            let thrice = (twice & free) << number[i];
            doubles[i] = (once | twice | thrice | (thrice & free) << number[i]) & blots;
        }
        Self(hits)
    }

    /// Returns sums over the blots on some points, for games in which blots stay in place when hit.
    /// The index counted is that of the blot furthest from home.
    #[inline(always)]
    pub(super) fn pins(&self, points: u32) -> Pins {
        let [mut any, mut two, mut furthest] = [0; 3];
        for (&hit, &weight) in self.0.iter().zip(&BY_ROLL.weight) {
            let hit = hit & points;
            let if_any = if hit != 0 { weight } else { 0 };
            any += if_any;
            two += if hit & hit.wrapping_sub(1) != 0 { weight } else { 0 };
            // As in `shots`. These masks have 24 bits above the lowest one, which is 0, so the
            // conversion is exact.
            let highest = (hit as i32 as f32).to_bits() >> 23;
            furthest += if_any * highest.wrapping_sub(127);
        }
        Pins { any: any as f32, two: two as f32, furthest: furthest as f32 }
    }

    /// Returns sums over all blots. The pips counted are those of the blot that loses most.
    #[inline(always)]
    pub(super) fn shots(&self) -> Shots {
        let [mut any, mut two, mut pips] = [0; 3];
        for (&hit, &weight) in self.0.iter().zip(&BY_ROLL.weight) {
            let if_any = if hit != 0 { weight } else { 0 };
            any += if_any;
            two += if hit & hit.wrapping_sub(1) != 0 { weight } else { 0 };
            // The exponent of the lowest bit as a float is its index. Vector code has no faster way
            // before AVX-512.
            let lowest = ((hit & hit.wrapping_neg()) as i32 as f32).to_bits() >> 23;
            pips += if_any * (127 + BAR as u32).wrapping_sub(lowest);
        }
        Shots { any: any as f32, two: two as f32, pips: pips as f32 }
    }

    /// Returns the number of the 36 rolls that hit the blot on an index.
    #[inline(always)]
    pub(super) fn of_blot(&self, index: u32) -> f32 {
        let mut rolls = 0;
        for (hit, weight) in self.0.iter().zip(&BY_ROLL.weight) {
            rolls += (hit >> index & 1) * weight;
        }
        rolls as f32
    }
}
