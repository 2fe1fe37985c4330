//! Lookup table of escapes: rolls with which a lone checker escapes from behind the other side's
//! made points, and its mean advance.

use sheshbesh_movegen::{Dice, ORDERED_ROLLS};

/// Number of points ahead that are considered: the reach of two sixes.
const AHEAD: u32 = 12;
const PATTERNS: usize = 1 << AHEAD;

/// Points ahead of a lone checker: bit `k` is set if the point `k + 1` pips ahead is blocked.
#[derive(Clone, Copy)]
pub(super) struct Blocks(usize);

impl Blocks {
    /// Returns the blocked points ahead of a checker on `index`, in its owner's view; the bar
    /// is 25. `made` has the other side's made points, in the other side's view.
    #[inline(always)]
    pub(super) const fn ahead_of(index: u32, made: u32) -> Self {
        // Index i of one view is index 25 - i of the other, where the checker moves upwards.
        Self((made >> (26 - index)) as usize & (PATTERNS - 1))
    }

    /// Fraction of the 36 rolls that the checker can play in full, doubles at least twice.
    #[inline(always)]
    pub(super) fn escapes(self) -> f32 {
        (BLOCKADES[self.0] & ESCAPES) as f32 / ORDERED_ROLLS as f32
    }

    /// Mean number of pips that the checker can move, including rolls that it can play only in
    /// part.
    #[inline(always)]
    pub(super) fn advance(self) -> f32 {
        (BLOCKADES[self.0] >> ADVANCE_SHIFT) as f32 / ORDERED_ROLLS as f32
    }
}

/// For each pattern, sums over the 36 rolls: the number that can be played in full and, from bit
/// [`ADVANCE_SHIFT`] on, the pips that can be played.
pub(super) static BLOCKADES: [u32; PATTERNS] = {
    let mut table = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let mut roll = 0;
        while roll < Dice::ALL.len() {
            let dice = Dice::ALL[roll];
            let pips = pips_played(pattern, dice);
            if pips >= dice.high() + dice.low() {
                table[pattern] += dice.weight();
            }
            table[pattern] += (dice.weight() * pips as u32) << ADVANCE_SHIFT;
            roll += 1;
        }
        pattern += 1;
    }
    table
};
pub(super) const ADVANCE_SHIFT: u32 = 16;
pub(super) const ESCAPES: u32 = (1 << ADVANCE_SHIFT) - 1;

/// Returns the maximum number of pips that a lone checker can play of a roll.
const fn pips_played(pattern: usize, dice: Dice) -> u8 {
    let (high, low) = (dice.high(), dice.low());
    if dice.is_double() {
        let mut moves = 0;
        while moves < 4 && is_open(pattern, (moves + 1) * high) {
            moves += 1;
        }
        return moves * high;
    }
    let (by_high, by_low) = (is_open(pattern, high), is_open(pattern, low));
    if (by_high || by_low) && is_open(pattern, high + low) {
        high + low
    } else if by_high {
        high
    } else if by_low {
        low
    } else {
        0
    }
}

/// Returns true if the point `pips` ahead is open. All points beyond the pattern are.
const fn is_open(pattern: usize, pips: u8) -> bool {
    pips as u32 > AHEAD || (pattern >> (pips - 1)) & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_board_and_full_prime() {
        let free = Blocks(0);
        assert_eq!(free.escapes(), 1.0);
        // On average 7 pips for two different numbers, and twice that for doubles: 49 / 6.
        assert!((free.advance() - 49.0 / 6.0).abs() < 1e-6);
        let prime = Blocks(0b11_1111);
        assert_eq!((prime.escapes(), prime.advance()), (0.0, 0.0));
    }

    #[test]
    fn a_five_prime_is_leapt_from_its_edge_by_sixes() {
        // Points 1 to 5 ahead are blocked, so a six must be played first: 11 rolls.
        let edge = Blocks(0b01_1111);
        assert_eq!(edge.escapes(), 11.0 / 36.0);
        // One pip before the bar (25) is the other side's 1 point; five pips before 24, its 6
        // point.
        assert_eq!(Blocks::ahead_of(25, 1 << 1).0, 1);
        assert_eq!(Blocks::ahead_of(24, 1 << 6).0, 1 << 4);
    }
}
