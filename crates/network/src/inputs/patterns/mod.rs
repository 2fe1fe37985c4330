//! Patterns: combinations of checkers on neighbouring points, each with its own weights. They are
//! sparse one-hot inputs, as the n-tuples of Othello and 2048 programs and NNUE's feature sets are.
//!
//! A first layer adds its inputs up, and most of what matters in backgammon is not a sum: a blot
//! beside a made point, a gap in a prime, a straggler at its edge. A position has one pattern of
//! each group, or one for each straggler. The contribution of a pattern to the first layer is a row
//! of a table, so even a very large number of patterns costs little time.
//!
//! The groups:
//! - **windows**: four neighbouring points, each empty, or a blot or a made point of either side
//!   (5⁴ patterns, 21 windows);
//! - **stragglers**: for each index from the own 7 point to the bar with checkers of a side, their
//!   number (one, two, more) and the blocked points among the six ahead (19 × 3 × 2⁶ per side);
//! - **spares**, only in `windows-4-spares`: the numbers of checkers on three neighbouring points
//!   and on two points six apart (`spares.rs`).
//!
//! Games in which both sides move in the same direction and games with pins have patterns of their
//! own (`rows.rs`, on the boards of `ring.rs` and `pinned_line.rs`).

mod delta;
mod groups;
mod pinned_line;
mod ring;
mod row_slots;
mod rows;
mod slots;
mod spares;
mod window_index;

use super::{board::mirrored, checker_changes::CheckerChanges};
pub use delta::{NONE, PatternDelta};
use groups::{
    AHEAD, FIRST_STRAGGLER, SPARES_FROM, STATES, STRAGGLER_COUNTS, STRAGGLER_INDICES,
    STRAGGLER_PATTERNS, STRAGGLERS_FROM, WINDOW, WINDOW_PATTERNS, WINDOWS,
};
pub use rows::{Pinning6, Rows6};
use sheshbesh_movegen::{Checkers, Family, Game, HOME, Position};
pub use slots::PatternSlots;
use std::ops::Range;

/// A pattern set.
pub trait Patterns: Copy + Send + Sync + 'static {
    /// Name in weights files.
    const NAME: &'static str;
    /// Number of patterns.
    const COUNT: usize;
    /// Maximum number of patterns of a position.
    const MOST: usize;

    /// True if the set describes the positions of a game.
    fn describes(game: Game) -> bool {
        game.family() == Family::Hitting
    }

    /// Groups as ranges of pattern numbers. A position has at most one pattern of each group.
    fn groups() -> impl Iterator<Item = Range<usize>>;

    /// Returns the patterns of a position.
    fn of(position: &Position) -> PatternList;

    /// Copies the slots that the set uses.
    fn copy(from: &PatternSlots, to: &mut PatternSlots);

    /// Updates the slots of another position to `position`, which differs from it by `changes`.
    /// Reports the patterns that appear and disappear.
    fn follow(
        slots: &mut PatternSlots,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    );
}

/// Maximum number of patterns of a position in any set.
const CAPACITY: usize = 91;

/// Numbers of the patterns of a position, each below the set's count, in ascending order.
#[derive(Clone)]
pub struct PatternList {
    numbers: [u16; CAPACITY],
    length: usize,
}

impl PatternList {
    /// Maximum length of a list.
    pub const CAPACITY: usize = CAPACITY;

    #[inline(always)]
    const fn empty() -> Self {
        Self { numbers: [0; CAPACITY], length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, number: usize) {
        self.numbers[self.length] = number as u16;
        self.length += 1;
    }

    /// The pattern numbers.
    #[inline(always)]
    pub fn numbers(&self) -> &[u16] {
        &self.numbers[..self.length]
    }
}

/// Windows of four neighbouring points, and stragglers with the points that block them.
#[derive(Clone, Copy, Debug)]
pub struct Windows4;

/// The patterns of [`Windows4`] and spares: the numbers of checkers on three neighbouring points
/// and on two points six apart.
#[derive(Clone, Copy, Debug)]
pub struct Windows4Spares;

const _: () = assert!(Windows4::MOST <= CAPACITY && Windows4::COUNT == SPARES_FROM);
const _: () = assert!(Windows4Spares::MOST <= CAPACITY);
const _: () = assert!(Rows6::MOST <= CAPACITY && Pinning6::MOST <= CAPACITY);
// One number stands for `NONE`.
const _: () = assert!(Windows4Spares::COUNT <= u16::MAX as usize);
const _: () = assert!(Pinning6::COUNT <= u16::MAX as usize);

impl Patterns for Windows4 {
    const NAME: &'static str = "windows-4";
    const COUNT: usize = STRAGGLERS_FROM + 2 * STRAGGLER_PATTERNS;
    /// One pattern of each window, and stragglers on at most as many indices as there are checkers.
    const MOST: usize = WINDOWS + 2 * Game::Backgammon.checkers() as usize;

    fn groups() -> impl Iterator<Item = Range<usize>> {
        let windows = (0..WINDOWS).map(|window| (window * WINDOW_PATTERNS, WINDOW_PATTERNS));
        let of_index = STRAGGLER_COUNTS * AHEAD;
        let stragglers =
            (0..2 * STRAGGLER_INDICES).map(move |i| (STRAGGLERS_FROM + i * of_index, of_index));
        windows.chain(stragglers).map(|(first, count)| first..first + count)
    }

    #[inline(always)]
    fn of(position: &Position) -> PatternList {
        let (own, opponent) = (position.own(), position.opponent());
        let mut list = PatternList::empty();
        let made = [own.made(), opponent.made()];
        let seen = [mirrored(made[0]), mirrored(made[1])];

        // State of each index in the own view: 0 empty, 1 own made point, 2 opponent's made point,
        // 3 own blot, 4 opponent's blot.
        let (own_any, opponent_any) = (own.occupied(), mirrored(opponent.occupied()));
        let mut states = [0u16; 32];
        for (index, state) in states.iter_mut().enumerate() {
            let bit = |mask: u32| (mask >> index & 1) as u16;
            let (own_made, opponent_made) = (bit(made[0]), bit(seen[1]));
            let (own_blot, opponent_blot) =
                (bit(own_any) - own_made, bit(opponent_any) - opponent_made);
            *state = own_made + 2 * opponent_made + 3 * own_blot + 4 * opponent_blot;
        }
        const BASE: u16 = STATES as u16;
        for window in 0..WINDOWS {
            let s = &states[window + 1..][..WINDOW];
            let pattern = ((s[0] * BASE + s[1]) * BASE + s[2]) * BASE + s[3];
            list.numbers[window] = (window * WINDOW_PATTERNS) as u16 + pattern;
        }
        list.length = WINDOWS;

        for (side, (checkers, blocked)) in
            [(own, seen[1]), (opponent, seen[0])].into_iter().enumerate()
        {
            add_stragglers(&mut list, side, checkers, blocked);
        }
        list
    }

    #[inline(always)]
    fn copy(from: &PatternSlots, to: &mut PatternSlots) {
        to.copy_without_spares(from);
    }

    #[inline(always)]
    fn follow(
        slots: &mut PatternSlots,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        slots.follow(position, changes, delta);
    }
}

impl Patterns for Windows4Spares {
    const NAME: &'static str = "windows-4-spares";
    const COUNT: usize = SPARES_FROM + spares::PATTERNS;
    const MOST: usize = Windows4::MOST + spares::GROUPS;

    fn groups() -> impl Iterator<Item = Range<usize>> {
        let spares =
            (0..spares::GROUPS).map(|group| spares::first_of(group)..spares::first_of(group + 1));
        Windows4::groups().chain(spares)
    }

    #[inline(always)]
    fn of(position: &Position) -> PatternList {
        let mut list = Windows4::of(position);
        let spares = spares::numbers(position);
        list.numbers[list.length..][..spares.len()].copy_from_slice(&spares);
        list.length += spares.len();
        list
    }

    #[inline(always)]
    fn copy(from: &PatternSlots, to: &mut PatternSlots) {
        to.clone_from(from);
    }

    #[inline(always)]
    fn follow(
        slots: &mut PatternSlots,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        slots.follow(position, changes, delta);
        slots.follow_spares(changes, delta);
    }
}

#[inline(always)]
fn add_stragglers(list: &mut PatternList, side: usize, checkers: Checkers, blocked: u32) {
    let counts = checkers.nibbles();
    let mut left = checkers.occupied() & !0 << FIRST_STRAGGLER;
    while left != 0 {
        let index = left.trailing_zeros() as usize;
        left &= left - 1;
        let count = (counts >> (4 * index) & 15) as usize;
        let ahead = (blocked >> (index - HOME as usize)) as usize & (AHEAD - 1);
        let straggler = (index - FIRST_STRAGGLER) * STRAGGLER_COUNTS + count.min(3) - 1;
        list.push(STRAGGLERS_FROM + side * STRAGGLER_PATTERNS + straggler * AHEAD + ahead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use sheshbesh_movegen::BAR;
    use std::collections::HashSet;

    fn numbers_are_patterns_of_groups_of_their_own<P: Patterns>() {
        for position in test_positions(50) {
            let list = P::of(&position);
            let numbers: HashSet<u16> = list.numbers().iter().copied().collect();
            assert_eq!(numbers.len(), list.numbers().len());
            assert!(numbers.len() <= P::MOST);
            assert!(numbers.iter().all(|&number| usize::from(number) < P::COUNT));
            assert!(list.numbers().is_sorted());
            let group =
                |&number: &u16| P::groups().position(|group| group.contains(&usize::from(number)));
            let groups: HashSet<_> = list.numbers().iter().map(|n| group(n).unwrap()).collect();
            assert_eq!(groups.len(), list.numbers().len());
        }
    }

    #[test]
    fn every_number_is_a_pattern_of_a_group_of_its_own_and_they_ascend() {
        numbers_are_patterns_of_groups_of_their_own::<Windows4>();
        numbers_are_patterns_of_groups_of_their_own::<Windows4Spares>();
    }

    /// The patterns by their definition, point by point.
    fn slow(position: &Position) -> HashSet<u16> {
        let (own, opponent) = (position.own(), position.opponent());
        let state = |index: u8| match (own.on(index), opponent.on(BAR - index)) {
            (0, 0) => 0,
            (2.., _) => 1,
            (_, 2..) => 2,
            (1, _) => 3,
            _ => 4,
        };
        let mut numbers = HashSet::new();
        for window in 0..WINDOWS {
            let pattern = (0..4).fold(0, |sum, i| 5 * sum + state((window + 1 + i) as u8));
            numbers.insert((window * 625 + pattern) as u16);
        }
        for (side, (own, opponent)) in [(own, opponent), (opponent, own)].into_iter().enumerate() {
            for (index, count) in own.iter().filter(|&(index, _)| index > 6) {
                let ahead = (1..=6).filter(|i| opponent.on(BAR - (index - i)) > 1);
                let ahead: usize = ahead.map(|i| 1 << (6 - i)).sum();
                let straggler = usize::from(index - 7) * 3 + usize::from(count.min(3) - 1);
                numbers.insert((13_125 + side * 3_648 + straggler * 64 + ahead) as u16);
            }
        }
        numbers
    }

    /// The spares by their definition.
    fn slow_spares(position: &Position) -> HashSet<u16> {
        let state =
            |point: u8| match (position.own().on(point), position.opponent().on(BAR - point)) {
                (0, 0) => 0,
                (own @ 1.., _) => usize::from(own.min(4)),
                (_, opponent) => 4 + usize::from(opponent.min(4)),
            };
        let windows = (1..=22).map(|point| (point..point + 3).fold(0, |sum, p| 9 * sum + state(p)));
        let windows = windows.enumerate().map(|(window, pattern)| 20_421 + window * 729 + pattern);
        let pairs = (1..=18).map(|point| 9 * state(point) + state(point + 6));
        let pairs = pairs.enumerate().map(|(pair, pattern)| 36_459 + pair * 81 + pattern);
        windows.chain(pairs).map(|number| number as u16).collect()
    }

    #[test]
    fn spares_are_as_described() {
        assert_eq!(Windows4Spares::COUNT, 20_421 + 22 * 729 + 18 * 81);
        for position in test_positions(100) {
            let fast: HashSet<u16> =
                Windows4Spares::of(&position).numbers().iter().copied().collect();
            let mut want = slow(&position);
            want.extend(slow_spares(&position));
            assert_eq!(fast, want, "{position:?}");
        }
    }

    #[test]
    fn patterns_are_as_described() {
        let mut all = HashSet::new();
        for position in test_positions(100) {
            let fast: HashSet<u16> = Windows4::of(&position).numbers().iter().copied().collect();
            assert_eq!(fast, slow(&position), "{position:?}");
            all.extend(fast);
        }
        assert!(all.len() > Windows4::COUNT / 4, "{} patterns seen", all.len());
        assert_eq!(Windows4::of(&Game::Backgammon.start()).numbers().len(), 21 + 3 + 3);
    }
}
