//! `structural1`: hand-crafted features of a contact position, beside the sparse point units.
//!
//! The features cover the knowledge that Berliner (*Backgammon Computer Program Beats World
//! Champion*, 1980) and the authors of GNU Backgammon found to matter: shots, escapes, containment,
//! entry, primes, anchors, timing, mobility, contact and gammon danger. Each number is defined at
//! the place that writes it. All features are computed from bit masks of the board.

use super::{
    building::count_building_rolls,
    factorised::{self, FACTORISED},
    one_side::OneSide,
};
use crate::inputs::{
    board::{ALL_CHECKERS, HOME_BOARD, OPPOSING_HOME, ROLLS, highest},
    escapes::Blocks,
    feature_writer::FeatureWriter,
    point_units::{COUNT_UNITS, count_units},
    shots::Hits,
    traits::{BatchFeatures, Inputs},
};
use sheshbesh_movegen::{BAR, Family, HOME, POINTS, Position, Side};

/// Number of features of one side.
pub(super) const PER_SIDE: usize = 47;
/// Number of features of both sides: the player on roll's, then the opponent's.
pub(super) const FEATURES: usize = 2 * PER_SIDE;

/// Number of features of one side that [`write_side`] writes: all of them, or only those that are
/// not [factorised](super::factorised).
pub(super) const fn count_per_side(all: bool) -> usize {
    if all { PER_SIDE } else { PER_SIDE - FACTORISED.len() }
}

/// Point units and 47 structural features per side.
#[derive(Clone, Copy, Debug)]
pub struct Structural1;

impl Inputs for Structural1 {
    const FAMILIES: &'static [Family] = &[Family::Hitting];
    const NAME: &'static str = "structural1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = FEATURES;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    // The features that are factorised in `structural2` are global here.
    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        let own = OneSide::new(position.own());
        let opponent = OneSide::new(position.opponent());
        let (first, second) = features.split_at_mut(PER_SIDE);
        write_side::<true>(&own, &opponent, &own.hits_by(&opponent), first);
        write_side::<true>(&opponent, &own, &opponent.hits_by(&own), second);
    }
}

// No fast network uses these inputs.
impl BatchFeatures for Structural1 {}

/// Writes the features of one side. If only the global ones are requested, the factorised ones are
/// omitted and the others move up.
#[inline(always)]
pub(super) fn write_side<const ALL: bool>(
    side: &OneSide,
    other: &OneSide,
    hits: &Hits,
    out: &mut [f32],
) {
    let factorised = if ALL { factorised::sums(&side.counts) } else { [0.0; FACTORISED.len()] };
    let mut out = Writer::<ALL> {
        features: FeatureWriter::new(out),
        factorised: &factorised,
        next_factorised: 0,
    };
    // Checkers off, in three bands, and total pips.
    out.put_factorised(4);
    let sums = write_contact(side, other, &mut out);
    write_anchors(side, &mut out);
    write_shots(hits, &mut out);
    write_escapes(side, other, &mut out);
    write_containment(side, other, &mut out);
    write_primes(side, other, &mut out);
    write_entry(side, other, &mut out);
    write_mobility(side, other, &mut out);
    write_variance(&sums, &mut out);
    // Timing: pips that can be played before the home board breaks or the back checkers must move.
    out.put_factorised(2);
    write_gaps(side, &mut out);
    // Gammon danger: pips until all checkers are home, checkers not home, and checkers where they
    // would lose a backgammon. Waste: checkers on the two lowest points, and the excess of stacks
    // over four. Quadrants to cross until all checkers are borne off.
    out.put_factorised(6);
    write_building(side, other, &mut out);
    debug_assert_eq!(out.features.written(), count_per_side(ALL));
    debug_assert!(!ALL || out.next_factorised == FACTORISED.len());
}

/// Writes the features of one side in their order. The factorised ones, which are among the
/// others, are left out unless all are requested.
struct Writer<'a, const ALL: bool> {
    features: FeatureWriter<'a>,
    // By reference, so that the other fields stay in registers.
    factorised: &'a [f32; FACTORISED.len()],
    next_factorised: usize,
}

impl<const ALL: bool> Writer<'_, ALL> {
    #[inline(always)]
    fn put(&mut self, value: f32) {
        self.features.put(value);
    }

    /// Writes the next factorised features, if all features are requested.
    #[inline(always)]
    fn put_factorised(&mut self, count: usize) {
        if ALL {
            self.features.put_all(&self.factorised[self.next_factorised..][..count]);
            self.next_factorised += count;
        }
    }
}

/// Sums over the checkers of a side.
struct Sums {
    pips: u16,
    /// Sum of the squares of the indices.
    squares: u16,
}

/// Writes the remaining contact: pips to move past the other side's last checker; pips of the
/// checkers already past it; the last checker; the number of checkers not yet past.
#[inline(always)]
fn write_contact<const ALL: bool>(
    side: &OneSide,
    other: &OneSide,
    out: &mut Writer<'_, ALL>,
) -> Sums {
    let meeting = u16::from(BAR) - other.rearmost as u16;
    let [mut pips, mut squares, mut behind, mut pips_behind] = [0u16; 4];
    for (index, &count) in (0..).zip(&side.counts) {
        let count = u16::from(count);
        let is_behind = u16::from(index > meeting);
        pips += count * index;
        squares += count * index * index;
        behind += is_behind * count;
        pips_behind += is_behind * count * index;
    }
    out.put(f32::from(pips_behind - behind * meeting) / 100.0);
    out.put(f32::from(pips - pips_behind) / 50.0);
    out.put(side.rearmost as f32 / f32::from(BAR));
    out.put(f32::from(behind) / ALL_CHECKERS);
    Sums { pips, squares }
}

/// Writes the anchors: their number, the rearmost, and the foremost in the other side's half.
#[inline(always)]
fn write_anchors<const ALL: bool>(side: &OneSide, out: &mut Writer<'_, ALL>) {
    let anchors = side.made & OPPOSING_HOME;
    out.put_factorised(1);
    out.put(highest(anchors) as f32 / f32::from(POINTS));
    let far_half = side.made & !0 << (POINTS / 2 + 1);
    out.put(if far_half == 0 { 0.0 } else { far_half.trailing_zeros() as f32 / f32::from(POINTS) });
}

/// Writes rolls that hit a blot, rolls that hit two, and the mean number of pips lost.
#[inline(always)]
fn write_shots<const ALL: bool>(hits: &Hits, out: &mut Writer<'_, ALL>) {
    let shots = hits.shots();
    out.put(shots.any / ROLLS);
    out.put(shots.two / ROLLS);
    out.put(shots.pips / ROLLS / 10.0);
}

/// Writes escapes and advance of the last checker, and escapes of the next group.
#[inline(always)]
fn write_escapes<const ALL: bool>(side: &OneSide, other: &OneSide, out: &mut Writer<'_, ALL>) {
    let last = Blocks::ahead_of(side.rearmost.max(1), other.made);
    out.put(last.escapes());
    out.put(last.advance() / 8.0);
    let next_group = highest(side.occupied & !(1 << side.rearmost)).max(1);
    out.put(Blocks::ahead_of(next_group, other.made).escapes());
}

/// Writes the containment: the escapes of a checker of the other side from the bar and from each
/// point of this side's home board, and the least from any index between 15 and its last checker.
#[inline(always)]
fn write_containment<const ALL: bool>(side: &OneSide, other: &OneSide, out: &mut Writer<'_, ALL>) {
    let mut least = 1.0f32;
    for from in (POINTS - HOME + 1..=BAR).rev() {
        let escapes = Blocks::ahead_of(u32::from(from), side.made).escapes();
        out.put(escapes);
        if u32::from(from) <= other.rearmost {
            least = least.min(escapes);
        }
    }
    for from in POINTS - 2 * HOME + 3..=POINTS - HOME {
        if u32::from(from) <= other.rearmost {
            least = least.min(Blocks::ahead_of(u32::from(from), side.made).escapes());
        }
    }
    out.put(least);
}

/// Writes the primes: length and end of the longest run of made points, and the made points among
/// the 6 and the 12 ahead of the other side's last checker.
#[inline(always)]
fn write_primes<const ALL: bool>(side: &OneSide, other: &OneSide, out: &mut Writer<'_, ALL>) {
    let mut run = side.made;
    let mut length = 0;
    let mut longest = run;
    while run != 0 {
        longest = run;
        run &= run >> 1;
        length += 1;
    }
    out.put(length as f32 / 6.0);
    out.put(highest(longest) as f32 / f32::from(POINTS));
    let ahead = side.made >> (u32::from(BAR + 1) - other.rearmost.max(1));
    out.put((ahead & 0x3f).count_ones() as f32 / 6.0);
    out.put((ahead & 0xfff).count_ones() as f32 / 6.0);
}

/// Writes the entry: the chance that a checker on the bar stays there, the points made in the own
/// home board, and the chance that a hit checker would stay on the bar.
#[inline(always)]
fn write_entry<const ALL: bool>(side: &OneSide, other: &OneSide, out: &mut Writer<'_, ALL>) {
    let stays_out = |made: u32| {
        let closed = (made & HOME_BOARD).count_ones() as f32 / f32::from(HOME);
        closed * closed
    };
    out.put(if side.on(BAR) > 0 { stays_out(other.made) } else { 0.0 });
    out.put_factorised(1);
    out.put(stays_out(side.made));
}

/// Writes the mobility: total mean advance of the checkers outside, and the number of checkers held
/// in the other side's home board.
#[inline(always)]
fn write_mobility<const ALL: bool>(side: &OneSide, other: &OneSide, out: &mut Writer<'_, ALL>) {
    let (mut mobility, mut held) = (0.0, 0.0);
    let mut outside = side.occupied & !HOME_BOARD;
    while outside != 0 {
        let index = outside.trailing_zeros();
        outside &= outside - 1;
        let count = f32::from(side.counts[index as usize]);
        let blocks = Blocks::ahead_of(index, other.made);
        mobility += count * blocks.advance();
        if index > u32::from(POINTS - HOME) {
            held += count * (1.0 - blocks.escapes());
        }
    }
    out.put(mobility / 100.0);
    out.put(held / 4.0);
}

/// Writes the distribution: the variance of the checkers' indices.
#[inline(always)]
fn write_variance<const ALL: bool>(&Sums { pips, squares }: &Sums, out: &mut Writer<'_, ALL>) {
    let mean = f32::from(pips) / ALL_CHECKERS;
    out.put((f32::from(squares) / ALL_CHECKERS - mean * mean) / 100.0);
}

/// Writes the connection: the largest gap between occupied points, and the excess of all gaps over
/// six.
#[inline(always)]
fn write_gaps<const ALL: bool>(side: &OneSide, out: &mut Writer<'_, ALL>) {
    let (mut largest, mut excess) = (0, 0);
    let mut rest = side.occupied;
    let mut behind_gap = highest(rest);
    rest &= !(1 << behind_gap);
    while rest != 0 {
        let front = highest(rest);
        let gap = behind_gap - front;
        largest = largest.max(gap);
        excess += gap.saturating_sub(6);
        behind_gap = front;
        rest ^= 1 << front;
    }
    out.put(largest as f32 / 12.0);
    out.put(excess as f32 / 12.0);
}

/// Writes rolls that make a new point in the blocking zone, and rolls that cover a blot there.
#[inline(always)]
fn write_building<const ALL: bool>(side: &OneSide, other: &OneSide, out: &mut Writer<'_, ALL>) {
    let building = count_building_rolls(side, other);
    out.put(building.makes / ROLLS);
    out.put(building.covers / ROLLS);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;

    #[test]
    fn features_are_numbers_of_moderate_size_and_seen_alike_by_both_sides() {
        for position in test_positions(50) {
            let (mut here, mut there) = ([f32::NAN; FEATURES], [f32::NAN; FEATURES]);
            Structural1::write_features::<true>(&position, &mut here);
            Structural1::write_features::<true>(&position.swapped(), &mut there);
            assert!(here.iter().all(|x| x.is_finite() && x.abs() < 5.0), "{here:?}");
            assert_eq!(here[..PER_SIDE], there[PER_SIDE..]);
        }
    }
}
