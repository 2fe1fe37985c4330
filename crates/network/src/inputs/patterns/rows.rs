//! `rows-6`: patterns for games in which both sides move in the same direction on a ring of points
//! and a single checker closes a point: Fevga and the long nardi games.
//!
//! Rows of closed points matter there, and the checkers that they can spare. The groups, for each
//! of the 24 points of the ring:
//! - **rows**: six neighbouring points, each empty or closed by either side (3⁶ patterns);
//! - **heights**: three neighbouring points, each empty or with one, two, or more checkers of either
//!   side (7³ patterns).

use super::{
    PatternList, Patterns,
    delta::PatternDelta,
    ring::{HEIGHT_PATTERNS, HEIGHTS_FROM, RING, ROW_PATTERNS, RingSlots},
    slots::PatternSlots,
};
use crate::inputs::checker_changes::CheckerChanges;
use sheshbesh_movegen::{Family, Game, Position};
use std::ops::Range;

/// Rows of six points, and the heights of three, around the ring of points.
#[derive(Clone, Copy, Debug)]
pub struct Rows6;

impl Patterns for Rows6 {
    const NAME: &'static str = "rows-6";
    const COUNT: usize = HEIGHTS_FROM + RING * HEIGHT_PATTERNS;
    const MOST: usize = 2 * RING;

    /// American's sides are six points apart or eighteen.
    fn describes(game: Game) -> bool {
        game.family() == Family::Parallel && !game.has_white()
    }

    fn groups() -> impl Iterator<Item = Range<usize>> {
        let rows = (0..RING).map(|place| (place * ROW_PATTERNS, ROW_PATTERNS));
        let heights =
            (0..RING).map(|place| (HEIGHTS_FROM + place * HEIGHT_PATTERNS, HEIGHT_PATTERNS));
        rows.chain(heights).map(|(first, count)| first..first + count)
    }

    #[inline(always)]
    fn of(position: &Position) -> PatternList {
        let slots = RingSlots::of(position);
        let mut list = PatternList::empty();
        (0..RING).for_each(|place| list.push(slots.row(place).into()));
        (0..RING).for_each(|place| list.push(slots.height(place).into()));
        list
    }

    #[inline(always)]
    fn copy(from: &PatternSlots, to: &mut PatternSlots) {
        to.ring = from.ring;
    }

    #[inline(always)]
    fn follow(
        slots: &mut PatternSlots,
        position: &Position,
        changes: &CheckerChanges,
        delta: &mut impl PatternDelta,
    ) {
        slots.ring.follow(position, changes, delta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::testing::{Random, random_game};
    use std::collections::HashSet;

    /// The patterns by their definition.
    fn slow(position: &Position) -> HashSet<u16> {
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

    #[test]
    fn rows_and_heights_are_as_described() {
        assert_eq!(Rows6::COUNT, 24 * 729 + 24 * 343);
        let mut random = Random::new(5);
        let mut seen = HashSet::new();
        for game in [Game::FEVGA, Game::LONG_NARDI] {
            for position in (0..20).flat_map(|_| random_game(game, &mut random)) {
                let list = Rows6::of(&position);
                assert!(list.numbers().is_sorted());
                let fast: HashSet<u16> = list.numbers().iter().copied().collect();
                assert_eq!(fast, slow(&position), "{position:?}");
                seen.extend(fast);
            }
        }
        assert!(seen.len() > Rows6::COUNT / 8, "{} patterns seen", seen.len());
    }

    #[test]
    fn patterns_describe_the_games_of_their_rings() {
        assert!(Rows6::describes(Game::FEVGA) && Rows6::describes(Game::LONG_NARDI));
        assert!(!Rows6::describes(Game::Backgammon) && !Rows6::describes(Game::American));
    }
}
