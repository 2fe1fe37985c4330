//! `parallel1`: features for games in which both sides move in the same direction, a single checker
//! closes a point, and no checker is hit: Fevga and the long nardi games.
//!
//! These games are about blocking: how far rows of points hem in the checkers behind them, the room
//! to land, the pips that can be played before a row breaks, and the checkers still on the head. A
//! side's 12 point is the other side's start. Its points 11 to 6 are therefore in front of the
//! other side's head, and its points 18 to 13 are the other side's home board.

use super::{
    escapes::Blocks,
    factorised::{bands_off, write_sums},
    point_units::{COUNT_UNITS, count_units},
    traits::Inputs,
};
use sheshbesh_movegen::{BAR, Checkers, Family, Game, HOME, OFF, POINTS, Position, Side};

/// Point units and features of blocking: the player on roll's, then the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Parallel1;

/// Number of factorised features of a side, the first ones, see [`factorised`](super::factorised).
const FACTORISED: usize = 18;
/// Number of global features of a side, the remaining ones.
const GLOBAL: usize = 43;
const PER_SIDE: usize = FACTORISED + GLOBAL;
/// Number of per-point features of a side, which are mostly zero: the containment of the checkers
/// on each point from 24 to 13.
const HELD: usize = HALF as usize;

/// Distance between a point of one side and the other side's point of the same number.
const HALF: u8 = POINTS / 2;
/// Bits 1 to 24.
const BOARD: u32 = ((1 << POINTS) - 1) << 1;
/// Bits 1 to 6.
const HOME_BOARD: u32 = ((1 << HOME) - 1) << 1;
/// Bits 1 to 11: a checker there has passed the other side's start.
const PASSED: u32 = ((1 << (HALF - 1)) - 1) << 1;

const ALL_CHECKERS: f32 = Game::Backgammon.checkers() as f32;
const ROLLS: f32 = 36.0;

impl Inputs for Parallel1 {
    const FAMILIES: &'static [Family] = &[Family::Parallel];
    const NAME: &'static str = "parallel1";
    const POINT_UNITS: usize = COUNT_UNITS;
    const FEATURES: usize = 2 * (PER_SIDE + HELD);
    const DENSE_FEATURES: usize = 2 * PER_SIDE;
    const GLOBAL_FEATURES: usize = 2 * (GLOBAL + HELD);
    const DENSE_GLOBAL_FEATURES: usize = 2 * GLOBAL;

    #[inline(always)]
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32)) {
        count_units(side, index, count, emit);
    }

    fn is_factorised(feature: usize) -> bool {
        feature < Self::DENSE_FEATURES && feature % PER_SIDE < FACTORISED
    }

    fn factorised(side: Side, index: u8, count: u8, mut emit: impl FnMut(usize, f32)) {
        for (feature, value) in factorised_of(index, count).into_iter().enumerate() {
            emit(side as usize * PER_SIDE + feature, value);
        }
    }

    /// Writes the factorised and global features of both sides, then the held checkers of both
    /// sides.
    #[inline(always)]
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]) {
        let sides = [OneSide::new(position.own()), OneSide::new(position.opponent())];
        let before_global = if ALL { FACTORISED } else { 0 };
        let per_side = before_global + GLOBAL;
        let (dense, held) = features.split_at_mut(2 * per_side);
        held.fill(0.0);
        for number in 0..2 {
            let (side, other) = (&sides[number], &sides[1 - number]);
            let (factorised, global) =
                dense[number * per_side..][..per_side].split_at_mut(before_global);
            if ALL {
                write_sums(&side.counts, factorised_of, factorised);
            }
            write_global(side, other, global);
            write_held(side, other, &mut held[number * HELD..][..HELD]);
        }
    }
}

/// Contribution of `count` checkers on an index to each factorised feature.
fn factorised_of(index: u8, count: u8) -> [f32; FACTORISED] {
    let n = f32::from(count);
    let is = |it_is: bool, value: f32| if it_is { value } else { 0.0 };
    let beyond = |last: u8| n * f32::from(index.saturating_sub(last));
    let between = |first: u8, last: u8| (first..=last).contains(&index);
    let spare = f32::from(count.saturating_sub(1));
    let [first_off, second_off, third_off] = bands_off(index, count);
    [
        // Checkers off, in three bands; the first one saves the gammon.
        first_off,
        second_off,
        third_off,
        is(first_off > 0.0, 1.0),
        // Pips in total, pips until all are past the other side's start, and pips until all are
        // home.
        beyond(OFF) / 100.0,
        beyond(HALF) / 50.0,
        beyond(HOME) / 50.0,
        // Checkers on the head, and in each quarter.
        is(index == POINTS, n / 5.0),
        is(between(POINTS - HOME + 1, POINTS), n / ALL_CHECKERS),
        is(between(HALF + 1, POINTS - HOME), n / ALL_CHECKERS),
        is(between(HOME + 1, HALF), n / ALL_CHECKERS),
        is(between(1, HOME), n / ALL_CHECKERS),
        // Timing: pips of the checkers beyond the first on each point: in front of the other side's
        // head, in the start quarter and beyond, and at home.
        is(between(HOME + 1, HALF), spare * f32::from(index.saturating_sub(HOME)) / 20.0),
        is(between(HALF + 1, POINTS - 1), spare * f32::from(index.saturating_sub(HALF)) / 40.0),
        is(between(1, HOME), spare * (f32::from(index) - 1.0) / 20.0),
        // Stacks, and the two lowest points.
        is(between(1, POINTS - 1), f32::from(count.saturating_sub(3)) / 5.0),
        is(between(1, 2), n / 6.0),
        // Quadrants to cross until all are borne off.
        n * f32::from(index.div_ceil(HOME)) / 30.0,
    ]
}

/// Checkers of one side, in the form that features are computed from.
struct OneSide {
    counts: [u8; 32],
    pips: f32,
    /// Points with a checker, in the side's own view.
    occupied: u32,
    /// Points with a checker, in the other side's view.
    seen_by_other: u32,
    /// `seen_by_other`, mirrored as [`Blocks`] requires.
    ahead_of_other: u32,
    /// The rearmost point with a checker; 0 if there is none.
    rearmost: u32,
}

impl OneSide {
    #[inline(always)]
    fn new(checkers: Checkers) -> Self {
        let counts = checkers.counts();
        let occupied = checkers.occupied() & BOARD;
        let seen_by_other = turned(occupied);
        Self {
            pips: counts.iter().zip(0u16..).map(|(&n, i)| u16::from(n) * i).sum::<u16>().into(),
            counts,
            occupied,
            seen_by_other,
            ahead_of_other: mirrored(seen_by_other),
            rearmost: highest(occupied),
        }
    }

    /// Returns the points ahead of a checker on an index of the side's own view.
    #[inline(always)]
    fn faces(&self, other: &Self, index: u32) -> Blocks {
        debug_assert!(self.occupied & BOARD == self.occupied);
        Blocks::ahead_of(index, other.ahead_of_other)
    }
}

/// Converts a mask of points to the other side's numbering.
#[inline(always)]
const fn turned(mask: u32) -> u32 {
    (mask << HALF | mask >> HALF) & BOARD
}

/// Mirrors a mask: index i becomes index 25 - i.
#[inline(always)]
const fn mirrored(mask: u32) -> u32 {
    mask.reverse_bits() >> (u32::BITS - 1 - BAR as u32)
}

/// Returns the highest point of a mask; 0 if it is empty.
#[inline(always)]
const fn highest(mask: u32) -> u32 {
    31 - (mask | 1).leading_zeros()
}

/// Writes the global features of one side.
#[inline(always)]
fn write_global(side: &OneSide, other: &OneSide, out: &mut [f32]) {
    let mut next = 0;
    macro_rules! put {
        ($value:expr) => {
            out[next] = $value;
            next += 1;
        };
    }

    // The race.
    put!(((other.pips - side.pips) / 40.0).clamp(-2.0, 2.0));

    // A runner past the other side's start; the last checker; the last point but one.
    let second = highest(side.occupied & !(1 << side.rearmost));
    put!(if side.occupied & PASSED != 0 || side.counts[usize::from(OFF)] > 0 { 1.0 } else { 0.0 });
    put!(side.rearmost as f32 / f32::from(POINTS));
    put!(second as f32 / f32::from(POINTS));

    // For each number, the number of points with a checker that can play it. Rolls without a
    // playable number, and rolls with an unplayable number.
    let open = BOARD & !other.seen_by_other;
    let bears_off = side.rearmost <= u32::from(HOME);
    let mut closed = 0;
    for number in 1..=6 {
        let on_board = side.occupied & (open << number);
        let off = if bears_off { side.occupied & ((2 << number) - 2) } else { 0 };
        let movable = (on_board | off).count_ones();
        closed += u32::from(movable == 0);
        put!(movable.min(4) as f32 / 4.0);
    }
    let (closed, playable) = (closed as f32, (6 - closed) as f32);
    put!(closed * closed / ROLLS);
    put!(1.0 - playable * playable / ROLLS);

    // Escapes and advance of the last checker, and escapes of the next group.
    let last = side.faces(other, side.rearmost.max(1));
    put!(last.escapes());
    put!(last.advance() / 8.0);
    put!(side.faces(other, second.max(1)).escapes());

    // Containment: the escapes of a checker of the other side from each point in front of and on
    // this side's blockade, and the least from any of these points that its last checker has not
    // passed.
    let mut least = 1.0f32;
    for index in (HALF + 1..=POINTS).rev() {
        let escapes = other.faces(side, u32::from(index)).escapes();
        put!(escapes);
        if u32::from(index) <= other.rearmost {
            least = least.min(escapes);
        }
    }
    put!(least);

    // The longest row in the other side's way with some of its checkers behind it: length and end.
    let behind = (1 << other.rearmost) - 1;
    let (mut row, mut longest, mut length) = (side.seen_by_other & behind, 0, 0);
    while row != 0 {
        longest = row;
        row &= row >> 1;
        length += 1;
    }
    let end = highest(longest);
    put!(length as f32 / 6.0);
    put!(f32::from(length >= 4));
    put!(f32::from(length >= 5));
    put!(f32::from(length >= 6));
    put!(end as f32 / f32::from(POINTS));
    // Checkers behind the row, and points held among the 6 and the 12 ahead of the last checker.
    let hemmed_in: u8 = other.counts[end as usize + 1..=usize::from(POINTS)].iter().sum();
    put!(if length > 2 { f32::from(hemmed_in) / ALL_CHECKERS } else { 0.0 });
    let ahead = side.ahead_of_other >> (26 - other.rearmost.max(1));
    put!((ahead & 0x3f).count_ones() as f32 / 6.0);
    put!((ahead & 0xfff).count_ones() as f32 / 6.0);

    // Points held in each quarter and in total.
    for quarter in 0..4 {
        put!((side.occupied & (HOME_BOARD << (6 * quarter))).count_ones() as f32 / 6.0);
    }
    put!(side.occupied.count_ones() as f32 / ALL_CHECKERS);

    // Mobility: total mean advance of the checkers outside, and the number of checkers held.
    let (mut mobility, mut held) = (0.0, 0.0);
    let mut outside = side.occupied & !HOME_BOARD;
    while outside != 0 {
        let index = outside.trailing_zeros();
        outside &= outside - 1;
        let count = f32::from(side.counts[index as usize]);
        let blocks = side.faces(other, index);
        mobility += count * blocks.advance();
        held += count * (1.0 - blocks.escapes());
    }
    put!(mobility / 100.0);
    put!(held / 8.0);
    debug_assert_eq!(next, GLOBAL);
}

/// Writes, for the points from 24 down to 13, a quarter of the number of checkers times the
/// fraction of rolls with which one does not escape.
#[inline(always)]
fn write_held(side: &OneSide, other: &OneSide, out: &mut [f32]) {
    let mut back = side.occupied & !0 << (HALF + 1);
    while back != 0 {
        let index = back.trailing_zeros();
        back &= back - 1;
        let escapes = side.faces(other, index).escapes();
        out[POINTS as usize - index as usize] =
            f32::from(side.counts[index as usize]) / 4.0 * (1.0 - escapes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{
        Class, Dice, Plays,
        testing::{Random, random_game},
    };

    /// Returns the global features of both sides.
    fn global(position: &Position) -> [f32; Parallel1::GLOBAL_FEATURES] {
        let mut features = [f32::NAN; Parallel1::GLOBAL_FEATURES];
        Parallel1::write_features::<false>(position, &mut features);
        features
    }

    fn side(points: &[(u8, u8)]) -> Checkers {
        Checkers::from_points(points).with_rest_off(15)
    }

    fn positions() -> impl Iterator<Item = Position> {
        let mut random = Random::new(3);
        (0..30).flat_map(move |_| random_game(Game::FEVGA, &mut random))
    }

    #[test]
    fn features_are_numbers_of_moderate_size_and_seen_alike_by_both_sides() {
        for position in positions() {
            let all = |position: &Position| {
                let mut features = [f32::NAN; Parallel1::FEATURES];
                Parallel1::write_features::<true>(position, &mut features);
                features
            };
            let (here, there) = (all(&position), all(&position.swapped()));
            assert!(here.iter().all(|x| x.is_finite() && x.abs() < 6.0), "{here:?}");
            assert_eq!(here[..PER_SIDE], there[PER_SIDE..2 * PER_SIDE]);
            let held = |features: &[f32], number: usize| {
                features[2 * PER_SIDE + number * HELD..][..HELD].to_vec()
            };
            assert_eq!(held(&here, 0), held(&there, 1));
        }
    }

    /// If the rules on runner and start quarter forbid nothing, a whole roll is lost exactly if
    /// none of its numbers can be played first.
    #[test]
    fn lost_rolls_agree_with_legal_plays() {
        const LOST: usize = 10;
        let mut plays = Plays::new(Game::FEVGA);
        let (mut seen, mut some_lost) = (0, 0);
        for position in positions() {
            let own = position.own();
            let in_start_quarter = own.occupied() >> (POINTS - HOME + 1) & 0x3f;
            let is_free = own.occupied() & (PASSED | 1) != 0 && in_start_quarter.count_ones() < 4;
            if !is_free || Game::FEVGA.class(&position) == Class::Over {
                continue;
            }
            let lost = Dice::ALL.iter().filter(|&&d| plays.generate(&position, d).is_empty());
            let lost: u32 = lost.map(|dice| dice.weight()).sum();
            seen += 1;
            some_lost += i32::from(lost > 0);
            let counted = global(&position)[LOST] * ROLLS;
            assert!((counted - lost as f32).abs() < 1e-3, "{counted} but {lost}: {position:?}");
        }
        assert!(seen > 1000 && some_lost > 100, "{seen} {some_lost}");
    }

    #[test]
    fn a_row_before_the_opponents_head() {
        const CONTAINMENT: usize = 15;
        const ROW: usize = CONTAINMENT + 13;
        // The player's 11 to 6 are the opponent's 23 to 18: no checker leaves the opponent's head.
        let own = side(&[(24, 5), (11, 2), (10, 2), (9, 2), (8, 2), (7, 1), (6, 1)]);
        let opponent = side(&[(24, 13), (9, 1), (1, 1)]);
        let features = global(&Position::from_sides_unchecked(own, opponent));
        assert_eq!(features[CONTAINMENT], 0.0, "from 24");
        // Past the row, only the player's own head, the opponent's 12, remains.
        let past = Blocks::ahead_of(17, 1 << (25 - 12));
        assert_eq!(features[CONTAINMENT + 7], past.escapes(), "from 17");
        assert_eq!(features[CONTAINMENT + 12], 0.0, "the least");
        // A row of six that ends on the opponent's 18, with thirteen checkers behind it.
        let row = &features[ROW..ROW + 6];
        assert_eq!(row, [1.0, 1.0, 1.0, 1.0, 18.0 / 24.0, 13.0 / 15.0]);
        // All thirteen checkers on the opponent's head are held.
        assert_eq!(features[2 * GLOBAL + HELD], 13.0 / 4.0);
        // In front of the player's own head are the opponent's 9 and 1, the player's 21 and 13, and
        // then the opponent's head.
        let own_head = Blocks::ahead_of(24, 1 << (25 - 21) | 1 << (25 - 13) | 1 << (25 - 12));
        assert_eq!(features[2 * GLOBAL], 5.0 / 4.0 * (1.0 - own_head.escapes()));
    }
}
