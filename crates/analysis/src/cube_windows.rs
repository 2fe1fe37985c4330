//! Doubling windows: winning chances at which cube decisions change, with a dead cube.

use sheshbesh_evaluator::cube::MatchEquityTable;
use sheshbesh_movegen::{BySide, Situation, Stakes, Win};
use sheshbesh_network::Probabilities;

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

/// Computes the dead-cube windows at the position's gammon rates.
pub fn dead_cube_windows(
    situation: &Situation,
    equities: &MatchEquityTable,
    p: &Probabilities,
) -> Windows {
    let share = |part: f32, whole: f32| if whole > 1e-6 { part / whole } else { 0.0 };
    let [single, gammon, backgammon] = situation.points_of_wins().map(f32::from);
    let gammons =
        BySide { on_roll: share(p.win_gammon, p.win), opponent: share(p.lose_gammon, p.lose()) };
    let gammons = gammons.map(|share| share * (gammon - single));
    let windows = match situation.away() {
        None => {
            let backgammons = BySide {
                on_roll: share(p.win_backgammon, p.win),
                opponent: share(p.lose_backgammon, p.lose()),
            };
            let points = gammons
                .zip(backgammons)
                .map(|(gammons, share)| single + gammons + share * (backgammon - gammon));
            let jacoby = matches!(situation.stakes, Stakes::Money { jacoby: true, .. });
            if jacoby && situation.cube.owner().is_none() {
                Windows::money_jacoby(points.on_roll, points.opponent)
            } else {
                Windows::money(points.on_roll, points.opponent)
            }
        }
        Some(away) => {
            let value = situation.cube.value() as i32;
            Windows::of_match(equities, away, value, situation.is_one_away(), gammons)
        }
    };
    let gammon_price = if counts_gammons(situation) { windows.gammon_price } else { 0.0 };
    Windows { gammon_price, ..windows }
}

/// True if a gammon is worth more than a single win.
pub fn counts_gammons(situation: &Situation) -> bool {
    situation.counted_by_outcomes().wins_that_count().contains(&Win::Gammon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::cube::{CubeModel, CubePoints, Efficiency, Phase};
    use sheshbesh_movegen::{Class, Cube, Game, Side};
    use sheshbesh_network::Outcomes;

    fn close(a: f32, b: f32, within: f32) {
        assert!((a - b).abs() <= within, "{a}, not {b}");
    }

    #[test]
    fn windows_for_money_and_at_a_score() {
        let windows = Windows::money(1.0, 1.0);
        close(windows.take_point, 0.25, 1e-6);
        close(windows.double_point, 0.5, 1e-6);
        close(windows.cash_point, 0.75, 1e-6);
        assert_eq!(windows.too_good_point, None);
        close(windows.gammon_price, 0.5, 1e-6);
        let table = MatchEquityTable::kazaross_xg2();
        let of_match = |away: u16, crawford_over, gammons: f32| {
            let (away, gammons) = (BySide::from_fn(|_| away), BySide::from_fn(|_| gammons));
            Windows::of_match(&table, away, 1, crawford_over, gammons)
        };
        // 2 away each: a double is for the match, and a pass leads to the Crawford game.
        let windows = of_match(2, false, 0.2);
        close(windows.take_point, table.chance(2, 1, false), 1e-6);
        // Winning half of the games wins half of the matches, doubled or not, since gammon shares
        // are equal.
        close(windows.double_point, 0.5, 1e-5);
        // Double match point: no gammon counts.
        close(of_match(1, true, 0.3).gammon_price, 0.0, 1e-6);
    }

    #[test]
    fn dead_points_are_the_windows() {
        let equities = MatchEquityTable::kazaross_xg2();
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let points = |situation: Situation, outcomes: &Outcomes| {
            let efficiency = Efficiency::constant(0.0);
            let model = CubeModel::new(&situation, &equities, efficiency, true).unwrap();
            CubePoints::new(&situation, &model, outcomes, Phase::of_class(Class::Contact))
        };
        let dead = |jacoby, owner: Option<Side>| {
            let stakes = Stakes::Money { jacoby, beavers: false };
            let cube = Cube::new(owner.is_some().into(), owner).unwrap();
            let outcomes = Outcomes([0.35, 0.12, 0.01, 0.38, 0.13, 0.01]);
            points(Situation { stakes, cube, ..start }, &outcomes)
        };
        let close_to = |point: Option<f32>, expected| close(point.unwrap(), expected, 1e-3);
        let [win, lose] = [(0.35 + 0.24 + 0.03) / 0.48, (0.38 + 0.26 + 0.03) / 0.52];
        for (found, windows) in [
            (dead(false, None), Windows::money(win, lose)),
            (dead(false, Some(Side::OnRoll)), Windows::money(win, lose)),
            (dead(true, None), Windows::money_jacoby(win, lose)),
            (dead(true, Some(Side::OnRoll)), Windows::money(win, lose)),
        ] {
            close_to(found.take_point, windows.take_point);
            close_to(found.double_point, windows.double_point);
            close_to(found.cash_point, windows.cash_point);
            assert_eq!(found.too_good_point.is_some(), windows.too_good_point.is_some());
        }
        // At these scores there are no redoubles. In windows, backgammons count as gammons.
        let outcomes = Outcomes([0.35, 0.13, 0.0, 0.38, 0.14, 0.0]);
        for away in [2, 3] {
            let stakes = Stakes::Match { length: 7, crawford: false };
            let score = BySide { on_roll: 7 - away, opponent: 7 - away };
            let found = points(Situation { stakes, score, ..start }, &outcomes);
            let gammons = BySide { on_roll: 0.13 / 0.48, opponent: 0.14 / 0.52 };
            let away = BySide::from_fn(|_| away);
            let windows = Windows::of_match(&equities, away, 1, false, gammons);
            close_to(found.double_point, windows.double_point);
            if away.on_roll == 2 {
                close_to(found.take_point, windows.take_point);
                close_to(found.cash_point, windows.cash_point);
            }
        }
    }
}
