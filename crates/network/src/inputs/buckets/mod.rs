//! Buckets of positions, each with its own layers after the first (NNUE: layer stacks, or output
//! buckets).

use sheshbesh_movegen::{Checkers, HOME, POINTS, Position};

/// A classification of positions into buckets.
pub trait Buckets: Copy + Send + Sync + 'static {
    /// Name in weights files.
    const NAME: &'static str;
    /// Number of buckets, at most 256.
    const COUNT: usize;

    /// Returns the bucket of a position, below [`COUNT`](Self::COUNT).
    fn bucket(position: &Position) -> usize;
}

/// A single bucket for all positions.
#[derive(Clone, Copy, Debug)]
pub struct Single;

impl Buckets for Single {
    const NAME: &'static str = "single";
    const COUNT: usize = 1;

    #[inline(always)]
    fn bucket(_: &Position) -> usize {
        0
    }
}

/// Buckets by game plan: the kind of game of the player on roll times 4, plus that of the opponent.
/// The kinds are: no checker far behind (0), some but no anchor (1), one anchor (2), several
/// anchors (3).
#[derive(Clone, Copy, Debug)]
pub struct GamePlan16;

/// Number of kinds of game of one side.
const KINDS: usize = 4;

impl Buckets for GamePlan16 {
    const NAME: &'static str = "game-plan-16";
    const COUNT: usize = KINDS * KINDS;

    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        KINDS * kind(position.own()) + kind(position.opponent())
    }
}

/// Points of the other side's home board.
const OPPOSING_HOME: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);
/// Points of the other side's home board, its bar point, and the own bar.
const BEHIND: u32 = 0xff << (POINTS - HOME);

#[inline(always)]
fn kind(checkers: Checkers) -> usize {
    match (checkers.made() & OPPOSING_HOME).count_ones() {
        0 => usize::from(checkers.occupied() & BEHIND != 0),
        1 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{BAR, Game};

    #[test]
    fn kinds() {
        assert_eq!(GamePlan16::bucket(&Game::Backgammon.start()), 2 * KINDS + 2);
        let home = Checkers::from_points(&[(6, 5)]);
        assert_eq!(kind(home), 0);
        assert_eq!(kind(home.with_unchecked(17, 2)), 0);
        assert_eq!(kind(home.with_unchecked(18, 2)), 1);
        assert_eq!(kind(home.with_unchecked(BAR, 2)), 1);
        assert_eq!(kind(home.with_unchecked(24, 2)), 2);
        assert_eq!(kind(home.with_unchecked(24, 2).with_unchecked(22, 3)), 3);
    }
}
