//! Which layers after the first judge a position.

use sheshbesh_movegen::{Checkers, HOME, POINTS, Position};

/// How positions are sorted into buckets.
pub trait Buckets: Copy + Send + Sync + 'static {
    /// The name in weights files.
    const NAME: &'static str;
    /// How many buckets there are, at most 256.
    const COUNT: usize;

    /// The bucket of a position, below the count.
    fn bucket(position: &Position) -> usize;
}

/// All positions are alike.
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

/// Game plans: what kind of game each side plays. Whether the player on roll (times 4) and the opponent
/// have no checker far behind (0), some but no anchor (1), an anchor (2), or several (3).
#[derive(Clone, Copy, Debug)]
pub struct GamePlan16;

/// Kinds of game of one side.
const KINDS: usize = 4;

impl Buckets for GamePlan16 {
    const NAME: &'static str = "game-plan-16";
    const COUNT: usize = KINDS * KINDS;

    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        KINDS * kind(position.own()) + kind(position.opponent())
    }
}

/// The other side's home board.
const OPPOSING_HOME: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);
/// The same, the other side's bar point before it, and the own bar.
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
