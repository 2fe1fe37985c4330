//! Shots: the blots that each roll hits.

use super::{
    columns::{Out, RISKS, SHOTS},
    sides::{Sides, exponent, mirrored},
};
use crate::{
    inputs::board::ROLLS,
    simd::{F32x8, Lanes, U32x8},
};
use sheshbesh_movegen::{BAR, POINTS};

/// Number of rolls of two different numbers, each of weight 2.
const MIXED: usize = 15;
const DOUBLES: usize = 6;

/// For each of the other side's rolls, the blots that it hits, in the view of the side that is hit.
pub(super) struct Hits<L: Lanes> {
    mixed: [U32x8<L>; MIXED],
    doubles: [U32x8<L>; DOUBLES],
}

impl<L: Lanes> Hits<L> {
    #[inline(always)]
    pub(super) fn on(Sides { side, other }: &Sides<'_, L>) -> Self {
        let (blots, free) = (side.blots(), !side.made);
        let hitters = mirrored(other.occupied);
        let on_bar = other.on(BAR.into());
        let (none, one) = (on_bar.equal(0), on_bar.equal(1));
        // Checkers on the bar, which is index 0 here, must move first. Others can move after them
        // only if there was a single checker on the bar and it has entered.
        let first_movers = hitters & (none | 1);
        let (others, goes_on) = (hitters & one & !1, none | one);

        let zero = U32x8::splat(0);
        let [mut landed, mut movers] = [[zero; DOUBLES]; 2];
        let mut hits = Self { mixed: [zero; MIXED], doubles: [zero; DOUBLES] };
        let mut roll = 0;
        for high in 0..DOUBLES {
            let number = high as u32 + 1;
            landed[high] = (first_movers << number) & free;
            movers[high] = (landed[high] | (others & !landed[high].equal(0))) & goes_on;
            for low in 0..high {
                let then = (movers[high] << (low as u32 + 1)) | (movers[low] << number);
                hits.mixed[roll] = (landed[high] | landed[low] | then) & blots;
                roll += 1;
            }
            let twice = movers[high] << number;
            let thrice = (twice & free) << number;
            let last = (thrice & free) << number;
            hits.doubles[high] = (landed[high] | twice | thrice | last) & blots;
        }
        hits
    }

    /// Writes the sums over all blots.
    #[inline(always)]
    pub(super) fn write(&self, out: &mut Out<'_>) {
        let (mixed, doubles) = (Sums::of(&self.mixed), Sums::of(&self.doubles));
        let any = mixed.any + mixed.any + doubles.any;
        let two = mixed.two + mixed.two + doubles.two;
        let pips = mixed.pips + mixed.pips + doubles.pips;
        (any.to_f32() / ROLLS).store(&mut out.dense[SHOTS]);
        (two.to_f32() / ROLLS).store(&mut out.dense[SHOTS + 1]);
        (pips.to_f32() / ROLLS / 10.0).store(&mut out.dense[SHOTS + 2]);
    }

    /// Writes, for each point with a blot, twice the fraction of the rolls that hit it.
    #[inline(always)]
    pub(super) fn write_risks(&self, sides: &Sides<'_, L>, out: &mut Out<'_>) {
        for column in &mut out.per_point[RISKS..RISKS + usize::from(POINTS)] {
            F32x8::<L>::splat(0.0).store(column);
        }
        let mut blots = sides.side.blots().union();
        if blots == 0 {
            return;
        }
        let counts = self.counts();
        while blots != 0 {
            let index = blots.trailing_zeros();
            blots &= blots - 1;
            let mut rolls = U32x8::splat(0);
            for digit in counts.iter().rev() {
                rolls = rolls + rolls + ((*digit >> index) & 1);
            }
            let risk = rolls.to_f32() / ROLLS * 2.0;
            risk.store(&mut out.per_point[RISKS + index as usize - 1]);
        }
    }

    /// Returns the number of the 36 rolls that hit each index, as binary digits, the lowest first.
    #[inline(always)]
    fn counts(&self) -> [U32x8<L>; 6] {
        let [a, b, c, d, e, f] = self.doubles;
        let (a, two_a) = added(a, b, c);
        let (b, two_b) = added(d, e, f);
        let (digit_1, two_c) = (a ^ b, a & b);
        let m = &self.mixed;
        // Eighteen digits of value 2, nine of value 4, four of value 8.
        let (a, four_a) = added(m[0], m[1], m[2]);
        let (b, four_b) = added(m[3], m[4], m[5]);
        let (c, four_c) = added(m[6], m[7], m[8]);
        let (d, four_d) = added(m[9], m[10], m[11]);
        let (e, four_e) = added(m[12], m[13], m[14]);
        let (f, four_f) = added(two_a, two_b, two_c);
        let (a, four_g) = added(a, b, c);
        let (b, four_h) = added(d, e, f);
        let (digit_2, four_i) = (a ^ b, a & b);
        let (a, eight_a) = added(four_a, four_b, four_c);
        let (b, eight_b) = added(four_d, four_e, four_f);
        let (c, eight_c) = added(four_g, four_h, four_i);
        let (digit_4, eight_d) = added(a, b, c);
        let (a, sixteen_a) = added(eight_a, eight_b, eight_c);
        let (digit_8, sixteen_b) = (a ^ eight_d, a & eight_d);
        [digit_1, digit_2, digit_4, digit_8, sixteen_a ^ sixteen_b, sixteen_a & sixteen_b]
    }
}

/// Adds three binary digits of each index. Returns the lower and the higher digit of the sum.
#[inline(always)]
fn added<L: Lanes>(a: U32x8<L>, b: U32x8<L>, c: U32x8<L>) -> (U32x8<L>, U32x8<L>) {
    let one = a ^ b;
    (one ^ c, (a & b) | (one & c))
}

/// Sums over rolls of the same weight.
struct Sums<L: Lanes> {
    any: U32x8<L>,
    two: U32x8<L>,
    pips: U32x8<L>,
}

impl<L: Lanes> Sums<L> {
    #[inline(always)]
    fn of<const N: usize>(rolls: &[U32x8<L>; N]) -> Self {
        let zero = U32x8::splat(0);
        let [mut none, mut one_at_most, mut exponents] = [zero; 3];
        for &hit in rolls {
            let rest = hit & (hit - 1);
            // A true comparison is -1.
            none = none + hit.equal(0);
            one_at_most = one_at_most + rest.equal(0);
            exponents = exponents + exponent(hit ^ rest);
        }
        let all = N as u32;
        let any = none + all;
        // Exponents of the lowest hit exceed its index by 127, if there is a hit.
        let pips = any * (127 + u32::from(BAR)) - exponents;
        Self { any, two: one_at_most + all, pips }
    }
}
