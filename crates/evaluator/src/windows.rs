//! The points on the way from losing to winning at which cubes are turned.

use crate::cube::MatchEquityTable;
use sheshbesh_movegen::BySide;

/// Chances to win, of the player who may double, at which decisions change with a dead or a live
/// cube, and what gammons are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Windows {
    /// Below it the opponent, if he could, would double the player out; for a taker, the least
    /// chance to take with. Dead cube.
    pub take_point: f32,
    /// At least so much makes a double right when the cube is dead afterwards.
    pub double_point: f32,
    /// From here on the opponent passes. Dead cube.
    pub cash_point: f32,
    /// From here on playing for the gammon is worth more than cashing; `None` where no gammons are won.
    pub too_good_point: Option<f32>,
    /// What a gammon adds to a win, as a share of what a win is worth against a loss: ½ for money.
    pub gammon_price: f32,
}

impl Windows {
    /// For a money game, with the points that wins and losses are worth on average at cube 1.
    pub fn money(win: f32, lose: f32) -> Self {
        Self::from_worths(|cube| (cube * win, -cube * lose), 1.0, -1.0, 2.0)
    }

    /// The same with a centred cube by the Jacoby rule: gammons count once it has been turned.
    pub fn money_jacoby(win: f32, lose: f32) -> Self {
        let worths = |cube: f32| if cube > 1.0 { (cube * win, -cube * lose) } else { (1.0, -1.0) };
        Self::from_worths(worths, 1.0, -1.0, 2.0)
    }

    /// For a match in which both still need so many points, at a cube of `value`; `gammons` are the
    /// shares of gammons among the wins of the player, and among those of the opponent.
    pub fn of_match(
        table: &MatchEquityTable,
        away: BySide<u16>,
        value: i32,
        crawford_over: bool,
        gammons: BySide<f32>,
    ) -> Self {
        let chance = |points: i32| {
            let BySide { on_roll: own, opponent } = away.map(i32::from);
            if points > 0 {
                table.chance(own - points, opponent, crawford_over)
            } else {
                table.chance(own, opponent + points, crawford_over)
            }
        };
        let worths = |cube: f32| {
            let points = value * cube as i32;
            let mix = |single: f32, gammon: f32, share: f32| single + share * (gammon - single);
            (
                mix(chance(points), chance(2 * points), gammons.on_roll),
                mix(chance(-points), chance(-2 * points), gammons.opponent),
            )
        };
        Self::from_worths(worths, chance(value), chance(-value), chance(2 * value))
    }

    /// `worths(1)` and `worths(2)` are what a win and a loss are worth at the present cube and at
    /// the next.
    fn from_worths(worths: impl Fn(f32) -> (f32, f32), win: f32, lose: f32, gammon: f32) -> Self {
        let (w1, l1) = worths(1.0);
        let (w2, l2) = worths(2.0);
        let share = |part: f32, whole: f32| (part / whole.max(1e-9)).clamp(0.0, 1.0);
        let too_good = share(win - l1, w1 - l1);
        Self {
            take_point: share(lose - l2, w2 - l2),
            double_point: share(l1 - l2, (l1 - l2) + (w2 - w1)),
            cash_point: share(win - l2, w2 - l2),
            too_good_point: (w1 > win && too_good < 1.0).then_some(too_good),
            gammon_price: share(gammon - win, win - lose),
        }
    }
}
