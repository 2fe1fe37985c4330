//! Output activations: a softmax, or nested sigmoids, turn the last layer's sums (logits) into
//! outcomes.

use crate::outcomes::{OUTCOMES, Outcomes};

/// Number of sums of a position's outputs, padded to a power of two so that loops are vectorised.
pub(super) const LANES: usize = 8;

/// Computes a softmax over the possible outcomes.
#[inline(always)]
pub(super) fn outcomes(possible: [bool; OUTCOMES], mut sums: [f32; LANES]) -> Outcomes {
    powers(&mut sums);
    of_powers(possible, &sums)
}

/// Replaces the sums of some positions by powers of e, each divided by the largest of its position.
// Many positions at a time: for one position, the compiler would compute six powers one by one.
#[inline(always)]
pub(super) fn powers(sums: &mut [f32]) {
    for sums in sums.as_chunks_mut::<LANES>().0 {
        let largest = sums[..OUTCOMES].iter().copied().fold(f32::MIN, f32::max);
        for sum in sums {
            // The difference of infinite sums is NaN, for which `max` returns `LEAST`.
            *sum = (*sum - largest).max(LEAST);
        }
    }
    for sum in sums {
        *sum = exp(*sum);
    }
}

/// Divides the powers of the possible outcomes by their sum.
#[inline(always)]
pub(super) fn of_powers(possible: [bool; OUTCOMES], powers: &[f32; LANES]) -> Outcomes {
    let mut values = [0.0; OUTCOMES];
    for (value, (power, possible)) in values.iter_mut().zip(powers.iter().zip(possible)) {
        *value = if possible { *power } else { 0.0 };
    }
    normalised(values)
}

/// Divides values by their sum.
#[inline(always)]
pub(super) fn normalised(mut values: [f32; OUTCOMES]) -> Outcomes {
    // The sum is zero only if every possible outcome is 87 logits below an impossible one.
    let scale = 1.0 / values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    for value in &mut values {
        *value *= scale;
    }
    Outcomes(values)
}

/// Computes outcomes from the sums of [`Output::FiveSigmoids`](crate::Output::FiveSigmoids).
#[inline(always)]
pub(super) fn five_sigmoids(possible: [bool; OUTCOMES], sums: &[f32]) -> Outcomes {
    let unit = |i: usize| 1.0 / (1.0 + exp(-sums[i]));
    let win = unit(0);
    let [w, wg, wb] = exclusive(win, unit(1), unit(2), [possible[1], possible[2]]);
    let [l, lg, lb] = exclusive(1.0 - win, unit(3), unit(4), [possible[4], possible[5]]);
    Outcomes([w, wg, wb, l, lg, lb])
}

/// Splits the nested probabilities of one side into single games, gammons and backgammons: `all`
/// includes `gammons`, which include `backgammons`. `possible` tells if gammons and backgammons are
/// possible.
#[inline(always)]
fn exclusive(all: f32, gammons: f32, backgammons: f32, possible: [bool; 2]) -> [f32; 3] {
    let gammons = if possible[0] || possible[1] { gammons.min(all) } else { 0.0 };
    let backgammons = if possible[1] { backgammons.min(gammons) } else { 0.0 };
    [all - gammons, gammons - backgammons, backgammons]
}

/// Smallest argument of [`exp`]; smaller ones have no normal `f32` as their power.
const LEAST: f32 = -87.0;

/// Computes e^x without a branch, so that loops over it are vectorised. The relative error is about
/// 1e-7 near 0 and below 1e-5 everywhere. Arguments are clamped to ±87, the range of `f32`.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    /// Adding and subtracting this number rounds to an integer.
    const ROUND: f32 = 12_582_912.0;
    // 2^f for |f| <= 1/2 by its Taylor polynomial: powers of ln 2 over factorials.
    const LN2: f32 = std::f32::consts::LN_2;
    const C2: f32 = LN2 * LN2 / 2.0;
    const C3: f32 = C2 * LN2 / 3.0;
    const C4: f32 = C3 * LN2 / 4.0;
    const C5: f32 = C4 * LN2 / 5.0;
    const C6: f32 = C5 * LN2 / 6.0;
    let y = x.clamp(LEAST, -LEAST) * std::f32::consts::LOG2_E;
    let rounded = y + ROUND;
    let f = y - (rounded - ROUND);
    let power = 1.0 + f * (LN2 + f * (C2 + f * (C3 + f * (C4 + f * (C5 + f * C6)))));
    // The low bits of `rounded` hold the integer.
    let whole = (rounded.to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32);
    power * f32::from_bits(((whole + 127) << 23) as u32)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "compared with a tolerance")]
mod tests {
    use super::*;

    #[test]
    fn exp_is_exact_enough() {
        for i in -8600..=8600 {
            let x = i as f32 / 100.0;
            let (got, want) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((got / want - 1.0).abs() < 1e-5, "exp({x}) = {got}, not {want}");
        }
        assert_eq!(exp(0.0), 1.0);
    }
}
