//! Batch features: the global features of `structural2` for eight positions at once, one per vector
//! lane. They are the same numbers, bit for bit, as [`Structural2`](super::Structural2) writes for
//! single positions.
//!
//! A single position does not decide what is computed, since its neighbours differ. A branch for
//! one position is a mask here, and sums include indices without checkers, which add 0. The code
//! for single positions defines each number.

mod building;
mod columns;
mod contact;
mod containment;
mod entry;
mod runs;
mod shots;
mod sides;

use super::Structural2;
use crate::{
    inputs::{board::OPPOSING_HOME, traits::BatchFeatures},
    simd::{Column, LANES, Lanes},
};
use columns::{ANCHORS, Out};
use sheshbesh_movegen::{POINTS, Position};
use shots::Hits;
use sides::{Sides, highest, lowest};

impl BatchFeatures for Structural2 {
    #[inline(always)]
    fn write_columns<L: Lanes>(positions: &[Position; LANES], columns: &mut [Column]) -> bool {
        write::<L>(positions, columns);
        true
    }
}

/// Writes the global features, one column per feature.
#[inline(always)]
fn write<L: Lanes>(positions: &[Position; LANES], columns: &mut [Column]) {
    let sides = sides::of_positions::<L>(positions);
    // One side after the other, so that the code stays small.
    for number in 0..2 {
        let sides = Sides { side: &sides[number], other: &sides[1 - number] };
        let mut out = Out::of_side(number, columns);
        contact::write(&sides, &mut out);
        write_anchors(&sides, &mut out);
        let hits = Hits::on(&sides);
        hits.write(&mut out);
        hits.write_risks(&sides, &mut out);
        containment::write(&sides, &mut out);
        runs::write_primes(&sides, &mut out);
        runs::write_gaps(&sides, &mut out);
        entry::write(&sides, &mut out);
        building::write(&sides, &mut out);
    }
}

#[inline(always)]
fn write_anchors<L: Lanes>(sides: &Sides<'_, L>, out: &mut Out<'_>) {
    let made = sides.side.made;
    let rearmost = highest(made & OPPOSING_HOME).to_f32() / f32::from(POINTS);
    rearmost.store(&mut out.dense[ANCHORS]);
    let foremost = lowest(made & (!0 << (POINTS / 2 + 1))).to_f32() / f32::from(POINTS);
    foremost.store(&mut out.dense[ANCHORS + 1]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        inputs::Inputs,
        simd::{Instructions, Kernel, Task},
        test_positions,
    };
    use sheshbesh_movegen::{
        BAR, Checkers,
        testing::{Random, odd_position},
    };

    struct Write<'a>(&'a [Position; LANES], &'a mut [Column]);

    impl Task for Write<'_> {
        type Output = ();

        #[inline(always)]
        fn run<K: Kernel>(self) {
            write::<K::Lanes>(self.0, self.1);
        }
    }

    /// Positions from games, and others: on the bar, far back, in a few stacks, with all checkers
    /// off.
    fn make_positions() -> Vec<Position> {
        let mut positions = test_positions(60);
        let mut random = Random::new(5);
        for round in 0..20_000 {
            let position = odd_position(&mut random);
            positions.push(position);
            if round % 100 == 0 {
                let all_off = Checkers::NONE.with_rest_off(15);
                positions.push(Position::from_sides_unchecked(all_off, position.own()));
                positions.push(Position::from_sides_unchecked(position.own(), Checkers::NONE));
            }
        }
        positions
    }

    #[test]
    fn batch_features_are_those_of_one_position_after_the_other() {
        const FEATURES: usize = Structural2::GLOBAL_FEATURES;
        let positions = make_positions();
        let on_bar = |most: u8| positions.iter().filter(|p| p.own().on(BAR) >= most).count();
        assert!(on_bar(1) > 1000 && on_bar(2) > 300 && on_bar(5) > 10);
        let (together, _) = positions.as_chunks::<LANES>();
        for instructions in Instructions::available() {
            let mut columns = [Column([f32::NAN; LANES]); FEATURES];
            for positions in together {
                instructions.run(Write(positions, &mut columns));
                for (lane, position) in positions.iter().enumerate() {
                    let mut want = [f32::NAN; FEATURES];
                    Structural2::write_features::<false>(position, &mut want);
                    for (feature, (column, want)) in columns.iter().zip(want).enumerate() {
                        let got = column.0[lane];
                        assert!(
                            got.to_bits() == want.to_bits(),
                            "{instructions:?}, feature {feature}: {got}, not {want}: {position:?}"
                        );
                    }
                }
            }
        }
    }
}
