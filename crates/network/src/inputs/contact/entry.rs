//! Lookup table of the cost of checkers on the bar.

use sheshbesh_movegen::{Dice, HOME, ORDERED_ROLLS};

pub(super) const PATTERNS: usize = 1 << HOME;
/// Maximum number of checkers on the bar that a roll can enter.
pub(super) const MOST: usize = 4;

/// Mean number of pips of a roll that `on_bar` checkers lose because points are closed. Bits 1 to 6
/// of `made` are set for closed points of the other side's home board. Checkers that are not on the
/// bar are assumed to be free to play the rest of the roll.
#[inline(always)]
pub(super) fn pips_lost(made: u32, on_bar: u8) -> f32 {
    let on_bar = if on_bar as usize > MOST { MOST } else { on_bar as usize };
    LOST[on_bar * PATTERNS + ((made >> 1) as usize & (PATTERNS - 1))] as f32 / ORDERED_ROLLS as f32
}

/// Lost pips, summed over the 36 rolls, in row `on_bar` × 64 + pattern. Unused rows at the end make
/// the length a power of two.
pub(super) static LOST: [u32; (MOST + 1).next_power_of_two() * PATTERNS] = {
    let mut table = [0; (MOST + 1).next_power_of_two() * PATTERNS];
    let mut on_bar = 1;
    while on_bar <= MOST {
        let mut made = 0;
        while made < PATTERNS {
            let mut roll = 0;
            while roll < Dice::ALL.len() {
                let dice = Dice::ALL[roll];
                table[on_bar * PATTERNS + made] += dice.weight() * lost(made, on_bar, dice) as u32;
                roll += 1;
            }
            made += 1;
        }
        on_bar += 1;
    }
    table
};

const fn lost(made: usize, on_bar: usize, dice: Dice) -> u16 {
    let (high, low) = (dice.high() as u16, dice.low() as u16);
    let high_open = (made >> (high - 1)) & 1 == 0;
    let low_open = (made >> (low - 1)) & 1 == 0;
    if dice.is_double() {
        return if high_open { 0 } else { 4 * high };
    }
    match (high_open, low_open, on_bar) {
        (false, false, _) => high + low,
        (true, true, _) | (_, _, 1) => 0,
        (true, false, _) => low,
        (false, true, _) => high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_and_open_boards() {
        assert_eq!(pips_lost(0, 3), 0.0);
        assert_eq!(pips_lost(0b111_1110, 0), 0.0);
        // Every roll is lost: 49 / 6 pips.
        assert!((pips_lost(0b111_1110, 1) - 49.0 / 6.0).abs() < 1e-6);
        // Five points closed, the 6 point open: 25 of the 36 rolls stay out. With two checkers on
        // the bar, the ten rolls of a six and another number enter one and lose the other number.
        let one = pips_lost(0b11_1110, 1);
        let two = pips_lost(0b11_1110, 2);
        assert!((two - one - 2.0 * 15.0 / 36.0).abs() < 1e-6, "{one} {two}");
    }
}
