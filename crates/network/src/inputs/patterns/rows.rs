//! Patterns for games in which rows of closed points matter, and the checkers that they can spare:
//! `rows-6` for Fevga and the long nardi games, `pinning-6` for Plakoto and Tapa.
//!
//! The groups:
//! - **rows**: six neighbouring points, each open or closed by either side (3⁶ patterns);
//! - **heights**: the checkers on three neighbouring points: 7³ patterns on a ring, where a point
//!   is empty or has one, two, or more checkers of either side; 11³ on a line with pins, where one
//!   or more checkers of either side can also pin a checker.
//!
//! A ring has 24 groups of both kinds, a line 19 rows and 22 heights.

use super::{
    PatternList, Patterns,
    delta::PatternDelta,
    pinned_line::PinnedLine,
    ring::Ring,
    row_slots::{Layout, RowSlots, groups, groups_of, patterns_of},
    slots::PatternSlots,
};
use crate::inputs::checker_changes::CheckerChanges;
use sheshbesh_movegen::{Game, Position};
use std::{marker::PhantomData, ops::Range};

/// Rows of six points, and the heights of three, of a layout.
#[derive(Clone, Copy, Debug)]
pub struct RowPatterns<L>(PhantomData<L>);

/// Rows of six points, and the heights of three, around the ring of points.
pub type Rows6 = RowPatterns<Ring>;
/// Rows of six points, and the heights and pins of three, along the line of points.
pub type Pinning6 = RowPatterns<PinnedLine>;

impl<L: Layout> Patterns for RowPatterns<L> {
    const NAME: &'static str = L::NAME;
    const COUNT: usize = patterns_of::<L>();
    const MOST: usize = groups_of::<L>();

    fn describes(game: Game) -> bool {
        L::describes(game)
    }

    fn groups() -> impl Iterator<Item = Range<usize>> {
        groups::<L>()
    }

    #[inline(always)]
    fn of(position: &Position) -> PatternList {
        let mut list = PatternList::empty();
        RowSlots::of::<L>(position).numbers::<L>().for_each(|number| list.push(number.into()));
        list
    }

    #[inline(always)]
    fn copy(from: &PatternSlots, to: &mut PatternSlots) {
        to.rows = from.rows;
    }

    #[inline(always)]
    fn follow(
        slots: &mut PatternSlots,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        slots.rows.follow::<L>(position, changes, delta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::testing::{Random, random_game};
    use std::collections::HashSet;

    /// The patterns of the ring by their definition.
    fn slow_ring(position: &Position) -> HashSet<u16> {
        let owner_and_count = |point: usize| {
            let point = (point - 1) % 24 + 1;
            let seen_by_opponent = if point > 12 { point - 12 } else { point + 12 };
            match (position.own().on(point as u8), position.opponent().on(seen_by_opponent as u8)) {
                (0, 0) => (0, 0),
                (own, 0) => (1, usize::from(own)),
                (0, opponent) => (2, usize::from(opponent)),
                both => panic!("{both:?} on {point}"),
            }
        };
        let mut numbers = HashSet::new();
        for first in 1..=24 {
            let row = (0..6).rev().fold(0, |sum, i| 3 * sum + owner_and_count(first + i).0);
            numbers.insert((729 * (first - 1) + row) as u16);
            let heights = (0..3).fold(0, |sum, i| {
                let (owner, count) = owner_and_count(first + i);
                7 * sum + if owner == 2 { 3 } else { 0 } + count.min(3)
            });
            numbers.insert((17_496 + 343 * (first - 1) + heights) as u16);
        }
        numbers
    }

    /// The patterns of the line by their definition.
    fn slow_line(position: &Position) -> HashSet<u16> {
        // Who closes a point, and its height.
        let state = |point: usize| {
            let (own, opponent) =
                (position.own().on(point as u8), position.opponent().on(25 - point as u8));
            let pins = |side: u32| side >> point & 1 == 1;
            match (usize::from(own), usize::from(opponent)) {
                (0, 0) => (0, 0),
                (1, 0) => (0, 1),
                (own, 0) => (1, own.min(3)),
                (0, 1) => (0, 6),
                (0, opponent) => (2, 5 + opponent.min(3)),
                (1, opponent) if pins(position.own().pinned()) => (2, 8 + opponent.min(2)),
                (own, 1) => (1, 3 + own.min(2)),
                both => panic!("{both:?} on {point}"),
            }
        };
        let rows = (1..=19).map(|first| {
            729 * (first - 1) + (0..6).rev().fold(0, |sum, i| 3 * sum + state(first + i).0)
        });
        let heights = (1..=22).map(|first| {
            let heights = (0..3).fold(0, |sum, i| 11 * sum + state(first + i).1);
            19 * 729 + 1_331 * (first - 1) + heights
        });
        rows.chain(heights).map(|number| number as u16).collect()
    }

    /// Compares the patterns of random games with `slow`, and returns all that occurred.
    fn are_as_described<P: Patterns>(
        games: [Game; 2],
        slow: fn(&Position) -> HashSet<u16>,
    ) -> HashSet<u16> {
        let mut random = Random::new(5);
        let mut seen = HashSet::new();
        for game in games {
            assert!(P::describes(game), "{game}");
            for position in (0..20).flat_map(|_| random_game(game, &mut random)) {
                let list = P::of(&position);
                assert!(list.numbers().is_sorted());
                assert_eq!(list.numbers().len(), P::MOST);
                for (number, group) in list.numbers().iter().zip(P::groups()) {
                    assert!(group.contains(&usize::from(*number)));
                }
                let fast: HashSet<u16> = list.numbers().iter().copied().collect();
                assert_eq!(fast, slow(&position), "{position:?}");
                seen.extend(fast);
            }
        }
        seen
    }

    #[test]
    fn rows_heights_and_pins_are_as_described() {
        assert_eq!(Rows6::COUNT, 24 * 729 + 24 * 343);
        let seen = are_as_described::<Rows6>([Game::FEVGA, Game::LONG_NARDI], slow_ring);
        assert!(seen.len() > Rows6::COUNT / 8, "{} patterns seen", seen.len());
        assert_eq!(Pinning6::COUNT, 19 * 729 + 22 * 1_331);
        let seen = are_as_described::<Pinning6>([Game::PLAKOTO, Game::TAPA], slow_line);
        assert!(seen.len() > Pinning6::COUNT / 12, "{} patterns seen", seen.len());
        // One checker and two or more of either side on a pinned one.
        for pinning in [4, 5, 9, 10] {
            let mut heights = seen.iter().filter(|&&number| number >= 19 * 729);
            let has_it = |number: &u16| (number - 19 * 729) % 1_331 % 11 == pinning;
            assert!(heights.any(has_it), "no height {pinning}");
        }
    }

    #[test]
    fn patterns_describe_the_games_of_their_boards() {
        for game in [Game::Backgammon, Game::American] {
            assert!(!Rows6::describes(game) && !Pinning6::describes(game), "{game}");
        }
        assert!(!Rows6::describes(Game::PLAKOTO) && !Pinning6::describes(Game::FEVGA));
    }
}
