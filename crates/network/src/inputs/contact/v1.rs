//! `structural1`: structural features of a contact position.
//!
//! The features cover the knowledge that Berliner (*Backgammon Computer Program Beats World
//! Champion*, 1980) and the authors of GNU Backgammon found to matter: shots, escapes, containment,
//! entry, primes, anchors, timing, mobility, contact and gammon danger. Each number is defined at
//! the place that writes it. All features are computed from bit masks of the board. The 21 rolls
//! are processed side by side, so that the compiler vectorises the code.

use crate::inputs::{
    escapes::Blocks,
    factorised::{self, FACTORISED},
    point_units::{COUNT_UNITS, count_units},
    traits::Inputs,
};
use sheshbesh_movegen::{
    BAR, Checkers, Family, Game, HOME, OFF, ORDERED_ROLLS, POINTS, Position, Side,
};

/// Number of features of one side.
pub(super) const PER_SIDE: usize = 47;
/// Number of features of both sides: the player on roll's, then the opponent's.
pub(super) const FEATURES: usize = 2 * PER_SIDE;

/// Bits 1 to 24.
pub(in crate::inputs) const BOARD: u32 = ((1 << POINTS) - 1) << 1;
/// Bits 1 to 6.
pub(in crate::inputs) const HOME_BOARD: u32 = ((1 << HOME) - 1) << 1;
/// Bits 19 to 24: the other side's home board.
pub(in crate::inputs) const OPPOSING_HOME: u32 = HOME_BOARD << (POINTS - HOME);
/// Bits 2 to 8, where a new point blocks most.
pub(super) const BLOCKING_ZONE: u32 = 0b1_1111_1100;

pub(super) const ALL_CHECKERS: f32 = Game::Backgammon.checkers() as f32;
pub(in crate::inputs) const ROLLS: f32 = ORDERED_ROLLS as f32;

/// Number of features of one side that [`write_side`] writes: all of them, or only those that are
/// not [factorised](super::factorised).
pub(super) const fn per_side(all: bool) -> usize {
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
        let shots = (Hits::on(&own, &opponent), Hits::on(&opponent, &own));
        write_side::<true>(&own, &opponent, &shots.0, first);
        write_side::<true>(&opponent, &own, &shots.1, second);
    }
}

/// Checkers of one side, in the form that features are computed from.
pub(super) struct OneSide {
    pub(super) counts: [u8; 32],
    /// Points and bar with a checker.
    pub(super) occupied: u32,
    /// Points with two or more checkers.
    pub(super) made: u32,
    pub(super) rearmost: u32,
}

impl OneSide {
    #[inline(always)]
    pub(super) fn new(checkers: Checkers) -> Self {
        Self {
            counts: checkers.counts(),
            occupied: checkers.occupied() & !(1 << OFF),
            made: checkers.made() & BOARD,
            rearmost: u32::from(checkers.rearmost()),
        }
    }

    #[inline(always)]
    pub(super) fn blots(&self) -> u32 {
        self.occupied & !self.made & BOARD
    }

    #[inline(always)]
    pub(super) fn on(&self, index: u8) -> u8 {
        self.counts[index as usize]
    }
}

/// Converts a mask to the other side's view: index i becomes index 25 - i.
#[inline(always)]
pub(in crate::inputs) const fn mirrored(mask: u32) -> u32 {
    mask.reverse_bits() >> (31 - BAR)
}

#[inline(always)]
pub(in crate::inputs) fn highest(mask: u32) -> u32 {
    31 - (mask | 1).leading_zeros()
}

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
    let (mut next, mut next_factorised) = (0, 0);
    // Factorised features are among the others, some of them in a row.
    macro_rules! put_factorised {
        ($count:literal) => {
            if ALL {
                out[next..next + $count].copy_from_slice(&factorised[next_factorised..][..$count]);
                next += $count;
                next_factorised += $count;
            }
        };
    }
    macro_rules! put {
        ($value:expr) => {
            out[next] = $value;
            next += 1;
        };
    }

    // Checkers off, in three bands, and total pips.
    put_factorised!(4);

    // Remaining contact: pips to move past the other side's last checker; pips of the checkers
    // already past it; the last checker; the number of checkers not yet past.
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
    put!(f32::from(pips_behind - behind * meeting) / 100.0);
    put!(f32::from(pips - pips_behind) / 50.0);
    put!(side.rearmost as f32 / f32::from(BAR));
    put!(f32::from(behind) / ALL_CHECKERS);

    // Anchors: their number, the rearmost, and the foremost in the other side's half.
    let anchors = side.made & OPPOSING_HOME;
    put_factorised!(1);
    put!(highest(anchors) as f32 / f32::from(POINTS));
    let far_half = side.made & !0 << (POINTS / 2 + 1);
    put!(if far_half == 0 { 0.0 } else { far_half.trailing_zeros() as f32 / f32::from(POINTS) });

    // Rolls that hit a blot, rolls that hit two, and the mean number of pips lost.
    let shots = hits.shots();
    put!(shots.any / ROLLS);
    put!(shots.two / ROLLS);
    put!(shots.pips / ROLLS / 10.0);

    // Escapes and advance of the last checker, and escapes of the next group.
    let last = Blocks::ahead_of(side.rearmost.max(1), other.made);
    put!(last.escapes());
    put!(last.advance() / 8.0);
    let next_group = highest(side.occupied & !(1 << side.rearmost)).max(1);
    put!(Blocks::ahead_of(next_group, other.made).escapes());

    // Containment: the escapes of a checker of the other side from the bar and from each point of
    // this side's home board, and the least from any index between 15 and its last checker.
    let mut least = 1.0f32;
    for from in (POINTS - HOME + 1..=BAR).rev() {
        let escapes = Blocks::ahead_of(u32::from(from), side.made).escapes();
        put!(escapes);
        if u32::from(from) <= other.rearmost {
            least = least.min(escapes);
        }
    }
    for from in POINTS - 2 * HOME + 3..=POINTS - HOME {
        if u32::from(from) <= other.rearmost {
            least = least.min(Blocks::ahead_of(u32::from(from), side.made).escapes());
        }
    }
    put!(least);

    // Primes: length and end of the longest run of made points, and the made points among the 6 and
    // the 12 ahead of the other side's last checker.
    let mut run = side.made;
    let mut length = 0;
    let mut longest = run;
    while run != 0 {
        longest = run;
        run &= run >> 1;
        length += 1;
    }
    put!(length as f32 / 6.0);
    put!(highest(longest) as f32 / f32::from(POINTS));
    let ahead = side.made >> (u32::from(BAR + 1) - other.rearmost.max(1));
    put!((ahead & 0x3f).count_ones() as f32 / 6.0);
    put!((ahead & 0xfff).count_ones() as f32 / 6.0);

    // Entry: the chance that a checker on the bar stays there, the points made in the own home
    // board, and the chance that a hit checker would stay on the bar.
    let stays_out = |made: u32| {
        let closed = (made & HOME_BOARD).count_ones() as f32 / f32::from(HOME);
        closed * closed
    };
    put!(if side.on(BAR) > 0 { stays_out(other.made) } else { 0.0 });
    put_factorised!(1);
    put!(stays_out(side.made));

    // Mobility: total mean advance of the checkers outside, and the number of checkers held in the
    // other side's home board.
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
    put!(mobility / 100.0);
    put!(held / 4.0);

    // Distribution: variance of the checkers' indices.
    let mean = f32::from(pips) / ALL_CHECKERS;
    put!((f32::from(squares) / ALL_CHECKERS - mean * mean) / 100.0);

    // Timing: pips that can be played before the home board breaks or the back checkers must move.
    put_factorised!(2);

    // Connection: the largest gap between occupied points, and the excess of all gaps over six.
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
    put!(largest as f32 / 12.0);
    put!(excess as f32 / 12.0);

    // Gammon danger: pips until all checkers are home, checkers not home, and checkers where they
    // would lose a backgammon. Waste: checkers on the two lowest points, and the excess of stacks
    // over four. Quadrants to cross until all checkers are borne off.
    put_factorised!(6);

    // Rolls that make a new point in the blocking zone, and rolls that cover a blot there.
    let building = building(side, other);
    put!(building.makes / ROLLS);
    put!(building.covers / ROLLS);
    debug_assert_eq!(next, per_side(ALL));
    debug_assert!(!ALL || next_factorised == FACTORISED.len());
}

/// Number of lanes for rolls of two different numbers, followed by lanes for doubles. Both are
/// padded with rolls of weight 0.
const MIXED: usize = 16;
const DOUBLES: usize = 8;
const ROLL_LANES: usize = MIXED + DOUBLES;

/// Properties of each roll, one lane per roll.
struct RollLanes {
    /// The higher number; for doubles, twice the number.
    far: [u32; ROLL_LANES],
    /// The lower number.
    near: [u32; ROLL_LANES],
    /// All bits set for doubles, none for other rolls.
    is_double: [u32; ROLL_LANES],
    weight: [u32; ROLL_LANES],
}

static BY_ROLL: RollLanes = {
    let (ones, zeros) = ([1; ROLL_LANES], [0; ROLL_LANES]);
    let mut table = RollLanes { far: ones, near: ones, is_double: zeros, weight: zeros };
    let (mut i, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low < high {
            (table.far[i], table.near[i], table.weight[i]) = (high, low, 2);
            i += 1;
            low += 1;
        }
        let double = MIXED + high as usize - 1;
        (table.far[double], table.near[double], table.weight[double]) = (2 * high, high, 1);
        table.is_double[double] = !0;
        high += 1;
    }
    table
};

/// Sums over the 36 rolls: rolls that hit a blot, rolls that hit two, and pips lost.
struct Shots {
    any: f32,
    two: f32,
    pips: f32,
}

/// Sums over the 36 rolls: rolls that pin a blot, rolls that pin two, and indices of the furthest.
pub(in crate::inputs) struct Pins {
    pub(in crate::inputs) any: f32,
    pub(in crate::inputs) two: f32,
    pub(in crate::inputs) furthest: f32,
}

/// For each of the other side's rolls, the blots that it hits, in the view of the side that is hit.
/// There is a lane for each roll.
pub(in crate::inputs) struct Hits([u32; ROLL_LANES]);

impl Hits {
    /// Computes the hits of the other side. In the view of the side that is hit, its moves go
    /// upwards, and its bar is index 0. With two or more checkers on the bar, only entering
    /// checkers hit.
    #[inline(always)]
    pub(super) fn on(side: &OneSide, other: &OneSide) -> Self {
        let (blots, free) = (side.blots(), !side.made);
        let mut hits = [0; ROLL_LANES];
        if blots == 0 {
            return Self(hits);
        }
        let hitters = mirrored(other.occupied);
        let (mixed, doubles) = hits.split_at_mut(MIXED);
        let (high, low) = (&BY_ROLL.far[..MIXED], &BY_ROLL.near[..MIXED]);
        let number = &BY_ROLL.near[MIXED..];
        match other.on(BAR) {
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
    pub(in crate::inputs) fn without_bar(blots: u32, free: u32, hitters: u32) -> Self {
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
    pub(in crate::inputs) fn pins(&self, points: u32) -> Pins {
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
    fn shots(&self) -> Shots {
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
    pub(in crate::inputs) fn of_blot(&self, index: u32) -> f32 {
        let mut rolls = 0;
        for (hit, weight) in self.0.iter().zip(&BY_ROLL.weight) {
            rolls += (hit >> index & 1) * weight;
        }
        rolls as f32
    }
}

/// Sums over the 36 rolls: rolls that make a point, and rolls that cover a blot.
struct Building {
    makes: f32,
    covers: f32,
}

/// Counts the rolls of this side that build in the blocking zone with spare checkers: blots, and
/// checkers beyond two on a point. Doubles bring two spare checkers from one point.
#[inline(always)]
fn building(side: &OneSide, other: &OneSide) -> Building {
    let (mut three_or_more, mut four_or_more) = (0, 0);
    for (index, &count) in (0u32..).zip(&side.counts[..=POINTS as usize]) {
        three_or_more |= u32::from(count > 2) << index;
        four_or_more |= u32::from(count > 3) << index;
    }
    let spare = (side.blots() | three_or_more) & BOARD;
    let empty = BLOCKING_ZONE & !side.occupied & !mirrored(other.made);
    let slots = BLOCKING_ZONE & side.blots();
    let pairs = (side.made & !three_or_more | four_or_more) & BOARD;
    let RollLanes { far, near, is_double, weight } = &BY_ROLL;
    let (mut makes, mut covers) = (0, 0);
    for i in 0..ROLL_LANES {
        let (by_far, by_near) = (spare >> far[i], spare >> near[i]);
        let by_pair = (pairs >> near[i]) & is_double[i];
        makes += if ((by_far & by_near) | by_pair) & empty != 0 { weight[i] } else { 0 };
        covers += if (by_far | by_near) & slots != 0 { weight[i] } else { 0 };
    }
    Building { makes: makes as f32, covers: covers as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use sheshbesh_movegen::{Class, Dice, Plays};

    /// Counts the rolls with a legal play of the player on roll that hits, by generating all plays.
    fn rolls_that_hit(position: &Position) -> f32 {
        let mut plays = Plays::new(Game::Backgammon);
        let on_bar = position.opponent().on(BAR);
        let hits = |result: &Position| result.own().on(BAR) > on_bar;
        let rolls =
            Dice::ALL.iter().filter(|&&dice| plays.generate(position, dice).iter().any(hits));
        rolls.map(|dice| dice.weight() as f32).sum()
    }

    /// Masks ignore the rule that both numbers must be played if possible, so a few positions
    /// differ.
    #[test]
    fn shots_agree_with_legal_plays() {
        let (mut positions, mut different) = (0, 0);
        for position in test_positions(200) {
            let (own, opponent) = (OneSide::new(position.own()), OneSide::new(position.opponent()));
            if Game::Backgammon.class(&position) != Class::Contact || own.on(BAR) > 1 {
                continue;
            }
            let counted = Hits::on(&opponent, &own).shots().any;
            let legal = rolls_that_hit(&position);
            positions += 1;
            different += i32::from(counted != legal);
            assert!((counted - legal).abs() <= 12.0, "{counted} but {legal}: {position:?}");
        }
        assert!(positions > 2000);
        assert!(different * 50 < positions, "{different} of {positions} differ");
    }

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

    #[test]
    fn known_shots() {
        // A blot six pips in front of one opposing checker: 11 rolls with a six, 5-1 and 4-2 twice
        // each, 3-3, and 2-2 with three moves: 17 of the 36 rolls.
        let blot = OneSide::new(Checkers::from_points(&[(7, 1)]));
        let hitter = OneSide::new(Checkers::from_points(&[(BAR - 1, 1)]));
        let hits = Hits::on(&blot, &hitter);
        assert_eq!(hits.shots().any, 17.0);
        assert_eq!(hits.shots().pips, 17.0 * 18.0);
        assert_eq!((hits.of_blot(7), hits.of_blot(8)), (17.0, 0.0));
        // Two pips in front: 11 rolls with a two, and 1-1: 12 rolls.
        let near = OneSide::new(Checkers::from_points(&[(3, 1)]));
        assert_eq!(Hits::on(&near, &hitter).shots().any, 12.0);
    }
}
