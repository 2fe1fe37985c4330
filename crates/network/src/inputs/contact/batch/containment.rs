//! Containment: escapes and mobility of a side's checkers, which are also features of the other
//! side.

use super::{
    columns::{CONTAINMENT, HELD, HELD_BACK, LAST, LEAST, MOBILITY, Out},
    sides::{Sides, highest, unrolled},
};
use crate::{
    inputs::{
        board::ROLLS,
        contact::v2::FIRST_BACK,
        escapes::{ADVANCE_SHIFT, BLOCKADES, ESCAPES},
    },
    simd::{F32x8, Lanes, U32x8},
};
use sheshbesh_movegen::{BAR, HOME, ORDERED_ROLLS, POINTS};

/// First index that counts for the least escapes of a contained checker.
const FIRST_CONTAINED: usize = (POINTS - 2 * HOME) as usize + 3;
/// First index of back checkers, in the other side's half of the board.
const BACK: usize = FIRST_BACK as usize;
/// First index of held checkers, in the other side's home board.
const FIRST_HELD: usize = (POINTS - HOME) as usize + 1;

/// Writes the features of the side's own checkers, and the containment by the other side.
#[inline(always)]
pub(super) fn write<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let Sides { side, other } = sides;
    let one = F32x8::splat(1.0);
    let [mut mobility, mut held] = [F32x8::splat(0.0); 2];
    let mut least = U32x8::splat(ORDERED_ROLLS);
    // Unrolled, so that shifts are by constants.
    unrolled!(INDEX in 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 => {
        let blockade = (other.made >> (26 - INDEX as u32)).look_up(&BLOCKADES);
        let count = side.on(INDEX).to_f32();
        mobility = mobility + count * ((blockade >> ADVANCE_SHIFT).to_f32() / ROLLS);
        if INDEX >= BACK {
            let rolls = blockade & ESCAPES;
            let escapes = rolls.to_f32() / ROLLS;
            let without = count * (one - escapes);
            (without / 2.0).store(&mut out.per_point[HELD_BACK + INDEX - BACK]);
            if INDEX >= FIRST_CONTAINED {
                // An index that no checker has to pass counts as free.
                let comes_by_none = U32x8::splat(INDEX as u32).greater(side.rearmost);
                least = least.min(rolls | (comes_by_none & ORDERED_ROLLS));
            }
            if INDEX >= FIRST_HELD {
                held = held + without;
                escapes.store(&mut out.dense_of_other[CONTAINMENT + usize::from(BAR) - INDEX]);
            }
        }
    });
    (mobility / 100.0).store(&mut out.dense[MOBILITY]);
    (held / 4.0).store(&mut out.dense[HELD]);
    (least.to_f32() / ROLLS).store(&mut out.dense_of_other[LEAST]);

    let last = blockade_of(side.rearmost, other.made);
    ((last & ESCAPES).to_f32() / ROLLS).store(&mut out.dense[LAST]);
    ((last >> ADVANCE_SHIFT).to_f32() / ROLLS / 8.0).store(&mut out.dense[LAST + 1]);
    let group = blockade_of(highest(side.without_rearmost()), other.made);
    ((group & ESCAPES).to_f32() / ROLLS).store(&mut out.dense[LAST + 2]);
}

/// Looks up the blockade ahead of a checker on an index. Index 0 counts as 1.
#[inline(always)]
fn blockade_of<L: Lanes>(index: U32x8<L>, made: U32x8<L>) -> U32x8<L> {
    let index = index - index.equal(0);
    made.shr_each(U32x8::splat(26) - index).look_up(&BLOCKADES)
}
