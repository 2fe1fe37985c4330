//! Doubling windows: winning chances at which cube decisions change.

use crate::cube::MatchEquityTable;
use sheshbesh_movegen::BySide;

/// Winning chances of the player who may double at which decisions change, with a dead or a live
/// cube, and the gammon price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Windows {
    /// Below this the opponent, given access to the cube, would double the player out. It is also
    /// the minimum chance for the player to take a double. Dead cube.
    pub take_point: f32,
    /// Minimum chance for a correct double if the cube is dead afterwards.
    pub double_point: f32,
    /// Minimum chance at which the opponent passes. Dead cube.
    pub cash_point: f32,
    /// Minimum chance at which playing for the gammon is worth more than cashing; `None` without
    /// gammons.
    pub too_good_point: Option<f32>,
    /// Gain from a gammon over a win, relative to the difference between a win and a loss: ½ for
    /// money.
    pub gammon_price: f32,
}

impl Windows {
    /// Windows of a money game. `win` and `lose` are the mean points of a win and of a loss at
    /// cube 1.
    pub fn money(win: f32, lose: f32) -> Self {
        Self::from_values(|cube| (cube * win, -cube * lose), 1.0, -1.0, 2.0)
    }

    /// Windows of a money game with a centred cube under the Jacoby rule: gammons count only after
    /// a double.
    pub fn money_jacoby(win: f32, lose: f32) -> Self {
        let values = |cube: f32| if cube > 1.0 { (cube * win, -cube * lose) } else { (1.0, -1.0) };
        Self::from_values(values, 1.0, -1.0, 2.0)
    }

    /// Windows of a match, with the points that each player still needs, at a cube of `value`.
    /// `gammons` are the shares of gammons among the player's wins and among the opponent's.
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
        let values = |cube: f32| {
            let points = value * cube as i32;
            let mix = |single: f32, gammon: f32, share: f32| single + share * (gammon - single);
            (
                mix(chance(points), chance(2 * points), gammons.on_roll),
                mix(chance(-points), chance(-2 * points), gammons.opponent),
            )
        };
        Self::from_values(values, chance(value), chance(-value), chance(2 * value))
    }

    /// Windows from `values(1)` and `values(2)`, the values of a win and a loss at the present cube
    /// and at the next; `win`, `lose` and `gammon` are the values of passed cubes and of a gammon
    /// at the present cube.
    fn from_values(values: impl Fn(f32) -> (f32, f32), win: f32, lose: f32, gammon: f32) -> Self {
        let (w1, l1) = values(1.0);
        let (w2, l2) = values(2.0);
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
