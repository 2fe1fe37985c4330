//! Game plans: what kind of game each side plays.

use sheshbesh_movegen::{Checkers, HOME, POINTS, Position};

/// Kinds of game of one side.
const KINDS: usize = 4;
/// How many plans there are: a kind for each side.
pub const PLANS: usize = KINDS * KINDS;

/// The other side's home board.
const OPPOSING_HOME: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);
/// The same, the other side's bar point before it, and the own bar.
const BEHIND: u32 = 0xff << (POINTS - HOME);

/// The plan of a position, below [`PLANS`]: whether the player on roll (times 4) and the opponent
/// have no checker far behind (0), some but no anchor (1), an anchor (2), or several (3).
#[inline(always)]
pub fn plan(position: &Position) -> usize {
    KINDS * kind(position.own()) + kind(position.opponent())
}

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
        assert_eq!(plan(&Game::Backgammon.start()), 2 * KINDS + 2);
        let home = Checkers::from_points(&[(6, 5)]);
        assert_eq!(kind(home), 0);
        assert_eq!(kind(home.with_unchecked(17, 2)), 0);
        assert_eq!(kind(home.with_unchecked(18, 2)), 1);
        assert_eq!(kind(home.with_unchecked(BAR, 2)), 1);
        assert_eq!(kind(home.with_unchecked(24, 2)), 2);
        assert_eq!(kind(home.with_unchecked(24, 2).with_unchecked(22, 3)), 3);
    }
}
