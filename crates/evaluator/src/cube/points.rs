//! Take, double, cash and too-good points of the cube model, found numerically.

use super::{CubeDecision, CubeModel, Phase, root_side::RootSide};
use sheshbesh_movegen::{Class, Situation};
use sheshbesh_network::{OUTCOMES, Outcomes};

/// Winning chances of the player on roll at which the best cube action changes. `None` if the
/// rules, the score or the cube's owner exclude the decision.
///
/// A [`CubeModel`] of efficiency 1 gives the points of a live cube, efficiency 0 those of a dead
/// cube, and the fitted efficiency the practical points. For money, with W and L the mean points of
/// a win and of a loss, Janowski (*Take-Points in Money Games*, 1993) gives the take point (L − ½)
/// / (W + L + ½x): without gammons, 25 % dead, 20 % live and about 21.5 % practical.
///
/// ```
/// use sheshbesh_evaluator::cube::{CubeModel, CubePoints, Efficiency, MatchEquityTable, Phase};
/// use sheshbesh_movegen::{Class, Game, Situation};
/// use sheshbesh_network::Outcomes;
/// let money = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let even = Outcomes([0.5, 0.0, 0.0, 0.5, 0.0, 0.0]);
/// let table = MatchEquityTable::kazaross_xg2();
/// let live = CubeModel::new(&money, &table, Efficiency::constant(1.0), true)?;
/// let points = CubePoints::new(&money, &live, &even, Phase::of_class(Class::Contact));
/// assert!(points.take_point.is_some_and(|point| (point - 0.2).abs() < 1e-3));
/// assert!(points.double_point.is_some_and(|point| (point - 0.8).abs() < 1e-3));
/// # Ok::<(), sheshbesh_evaluator::cube::InvalidStakes>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubePoints {
    /// Minimum chance at which the player takes a double of the opponent.
    pub take_point: Option<f32>,
    /// Minimum chance at which the player doubles, or redoubles an own cube.
    pub double_point: Option<f32>,
    /// Minimum chance at which the opponent passes.
    pub cash_point: Option<f32>,
    /// Minimum chance at which playing on is worth more than a double that is passed.
    pub too_good_point: Option<f32>,
}

/// Steps in which an interval of chances is searched for the first one that meets a condition.
const STEPS: u16 = 200;
/// Bisections of such a step; they determine a chance to 1e-6.
const BISECTIONS: u32 = 14;
/// Tolerance of equal values, relative to the value of a single game. With a live cube doubling is
/// never better than rolling, and equals it only at the cash point.
const EQUAL: f32 = 1e-4;

impl CubePoints {
    /// Finds the points of a situation with its model. The shares of gammons and backgammons among
    /// wins and among losses are those of `outcomes`.
    pub fn new(
        situation: &Situation,
        model: &CubeModel,
        outcomes: &Outcomes,
        phase: Phase,
    ) -> Self {
        let shares = Shares::new(outcomes);
        let decide = |p: f32| CubeDecision::of_outcomes(situation, model, &shares.at(p), phase);
        let equal = EQUAL * model.single_stake();
        let takes = |p: f32| model.takes(&shares.at(p), phase, RootSide::A) == Some(true);
        let passes = |p: f32| model.takes(&shares.at(p), phase, RootSide::B) == Some(false);
        let doubles = |p: f32| {
            let decision = decide(p);
            decision.double() >= decision.no_double - equal
        };
        let is_too_good = |p: f32| {
            let decision = decide(p);
            decision.no_double > decision.double_pass + equal
        };
        let take_point = first(1.0, takes);
        if !model.may_double() {
            return Self { take_point, ..Self::default() };
        }
        // A live cube with gammons is doubled only at the cash point: a step must end there.
        let cash_point = first(1.0, passes);
        let double_point =
            first(cash_point.unwrap_or(1.0), doubles).or_else(|| first(1.0, doubles));
        Self { take_point, double_point, cash_point, too_good_point: first(1.0, is_too_good) }
    }
}

impl Phase {
    /// Phase of a class with typical pips of both sides together, for chances without a position.
    ///
    /// In games of this engine against itself, races near a double have about 120 and bearoffs
    /// about 60. Contact positions near a double have 230 on average, half of them from 200 to 265.
    /// With 180, as late in a middle game, the model agrees best with the published decision in the
    /// tests of this module.
    pub const fn of_class(class: Class) -> Self {
        let pips = match class {
            Class::Contact => 180,
            Class::Race => 120,
            Class::Bearoff => 60,
            Class::Over => 0,
        };
        Self { class, pips }
    }
}

/// Shares of each outcome among wins, and among losses.
struct Shares([f32; OUTCOMES]);

impl Shares {
    fn new(outcomes: &Outcomes) -> Self {
        let mut shares = outcomes.0;
        for side in shares.chunks_mut(OUTCOMES / 2) {
            let whole: f32 = side.iter().sum();
            if whole > 1e-6 {
                side.iter_mut().for_each(|share| *share /= whole);
            } else {
                side.copy_from_slice(&[1.0, 0.0, 0.0]);
            }
        }
        Self(shares)
    }

    /// Outcomes at a winning chance of `p`.
    fn at(&self, p: f32) -> Outcomes {
        let whole = |index: usize| if index < OUTCOMES / 2 { p } else { 1.0 - p };
        Outcomes(std::array::from_fn(|index| whole(index) * self.0[index]))
    }
}

/// Minimum chance that meets a condition, in steps up to `largest`; `None` if none of them does.
fn first(largest: f32, holds: impl Fn(f32) -> bool) -> Option<f32> {
    let at = |step: u16| largest * f32::from(step) / f32::from(STEPS);
    let step = (0..=STEPS).find(|&step| holds(at(step)))?;
    if step == 0 {
        return Some(0.0);
    }
    let (mut low, mut high) = (at(step - 1), at(step));
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        if holds(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Efficiency, MatchEquityTable};
    use sheshbesh_movegen::{BySide, Cube, Game, Side, Stakes};

    fn table(stakes: Stakes, score: [u16; 2], cube: u32, owner: Option<Side>) -> Situation {
        Situation {
            stakes,
            score: BySide { on_roll: score[0], opponent: score[1] },
            cube: Cube::of_value(cube, owner).unwrap(),
            ..Situation::new(Game::Backgammon.start(), Game::Backgammon)
        }
    }

    fn money_game(jacoby: bool, beavers: bool, owner: Option<Side>) -> Situation {
        let stakes = Stakes::Money { jacoby, beavers };
        table(stakes, [0, 0], if owner.is_some() { 2 } else { 1 }, owner)
    }

    fn to(length: u16, score: [u16; 2], cube: u32, owner: Option<Side>) -> Situation {
        table(Stakes::Match { length, crawford: false }, score, cube, owner)
    }

    fn make_model(situation: &Situation, efficiency: Efficiency) -> CubeModel {
        CubeModel::new(situation, &MatchEquityTable::kazaross_xg2(), efficiency, true).unwrap()
    }

    fn points(situation: &Situation, efficiency: Efficiency, outcomes: &Outcomes) -> CubePoints {
        let phase = Phase::of_class(Class::Contact);
        CubePoints::new(situation, &make_model(situation, efficiency), outcomes, phase)
    }

    fn close(point: Option<f32>, expected: f32, within: f32) {
        assert!(
            point.is_some_and(|point| (point - expected).abs() <= within),
            "{point:?} {expected}"
        );
    }

    const NO_GAMMONS: Outcomes = Outcomes([0.5, 0.0, 0.0, 0.5, 0.0, 0.0]);
    const GAMMONS: Outcomes = Outcomes([0.35, 0.12, 0.01, 0.38, 0.13, 0.01]);

    #[test]
    fn textbook_points_without_gammons() {
        let money = money_game(false, false, None);
        let live = points(&money, Efficiency::constant(1.0), &NO_GAMMONS);
        close(live.take_point, 0.2, 1e-4);
        close(live.double_point, 0.8, 1e-3);
        close(live.cash_point, 0.8, 1e-4);
        assert_eq!(live.too_good_point, None);
        let dead = points(&money, Efficiency::constant(0.0), &NO_GAMMONS);
        close(dead.take_point, 0.25, 1e-4);
        close(dead.double_point, 0.5, 1e-3);
        close(dead.cash_point, 0.75, 1e-4);
        for class in [Class::Contact, Class::Race, Class::Bearoff] {
            let model = make_model(&money, Efficiency::default());
            let practical = CubePoints::new(&money, &model, &NO_GAMMONS, Phase::of_class(class));
            close(practical.take_point, 0.22, 0.012);
            close(practical.cash_point, 0.78, 0.012);
            close(practical.double_point, 0.70, 0.04);
        }
    }

    /// Janowski: (L − ½) / (W + L + ½x) and (L + ½ + ½x) / (W + L + ½x).
    #[test]
    fn take_and_cash_points_follow_the_formula_for_every_efficiency() {
        let [win, lose] = [(0.35 + 0.24 + 0.03) / 0.48, (0.38 + 0.26 + 0.03) / 0.52];
        for x in [0.0, 0.25, 0.5, 2.0 / 3.0, 0.9, 1.0] {
            for owner in [None, Some(Side::OnRoll)] {
                let found =
                    points(&money_game(false, false, owner), Efficiency::constant(x), &GAMMONS);
                let whole = win + lose + 0.5 * x;
                close(found.take_point, (lose - 0.5) / whole, 1e-3);
                close(found.cash_point, 1.0 - (win - 0.5) / whole, 1e-3);
            }
        }
    }

    /// The model's decision changes on either side of a point.
    #[test]
    fn decisions_change_at_the_points() {
        let tables = [
            money_game(false, false, None),
            money_game(true, false, None),
            money_game(true, true, None),
            money_game(false, true, Some(Side::OnRoll)),
            to(7, [0, 0], 1, None),
            to(7, [2, 5], 1, None),
            to(7, [5, 2], 1, None),
            to(9, [3, 4], 2, Some(Side::OnRoll)),
            to(5, [3, 4], 1, None),
        ];
        for situation in tables {
            for outcomes in [NO_GAMMONS, GAMMONS] {
                let model = make_model(&situation, Efficiency::default());
                let phase = Phase::of_class(Class::Contact);
                let found = CubePoints::new(&situation, &model, &outcomes, phase);
                let shares = Shares::new(&outcomes);
                let decision = |p: f32| {
                    let at = shares.at(p.clamp(0.0, 1.0));
                    CubeDecision::of_outcomes(&situation, &model, &at, phase)
                };
                let near = 0.004;
                if let Some(point) = found.double_point.filter(|&point| point > near) {
                    assert!(!decision(point - near).doubles(), "{situation:?} {found:?}");
                    let above = decision(point + near);
                    assert!(above.doubles() || above.no_double >= above.double_pass - 1e-3);
                }
                if let Some(point) = found.cash_point {
                    let [below, above] = [point - near, point + near].map(decision);
                    assert!(below.double_take <= below.double_pass, "{situation:?} {found:?}");
                    assert!(above.double_take >= above.double_pass - 1e-6);
                }
                if let Some(point) = found.take_point.filter(|&point| point > near) {
                    assert_eq!(
                        model.takes(&shares.at(point - near), phase, RootSide::A),
                        Some(false)
                    );
                    let above = shares.at((point + near).min(1.0));
                    assert_eq!(model.takes(&above, phase, RootSide::A), Some(true));
                }
            }
        }
    }

    #[test]
    fn points_are_none_where_there_is_no_decision() {
        let all = |situation| points(&situation, Efficiency::default(), &GAMMONS);
        // Double match point, including a tied match that goes on, and the Crawford game.
        let crawford = Stakes::Match { length: 5, crawford: true };
        for dead in [
            to(5, [4, 4], 1, None),
            to(3, [3, 3], 1, None),
            table(crawford, [4, 2], 1, None),
            Situation { largest_cube: 0, ..money_game(false, false, None) },
        ] {
            assert_eq!(all(dead), CubePoints::default(), "{dead:?}");
        }
        // The opponent owns the cube: the player takes or passes, and never doubles.
        let theirs = all(money_game(false, false, Some(Side::Opponent)));
        assert!(theirs.take_point.is_some());
        assert_eq!((theirs.double_point, theirs.cash_point), (None, None));
        // A trailer after the Crawford game doubles with any chance.
        assert_eq!(all(to(5, [3, 4], 1, None)).double_point, Some(0.0));
        // Chances without a win or without a loss.
        for outcomes in
            [Outcomes([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]), Outcomes([0.0, 0.0, 0.0, 0.0, 0.0, 1.0])]
        {
            let found = points(&money_game(false, false, None), Efficiency::default(), &outcomes);
            assert!(found.take_point.is_some_and(f32::is_finite), "{found:?}");
        }
    }

    #[test]
    fn a_live_cube_is_doubled_at_the_cash_point() {
        let many = Outcomes([0.3, 0.28, 0.02, 0.3, 0.09, 0.01]);
        for outcomes in [NO_GAMMONS, GAMMONS, many] {
            for situation in [
                money_game(false, false, None),
                money_game(true, false, None),
                money_game(false, false, Some(Side::OnRoll)),
                to(15, [2, 4], 1, None),
            ] {
                let live = points(&situation, Efficiency::constant(1.0), &outcomes);
                let cash = live.cash_point.unwrap();
                close(live.double_point, cash, 2e-3);
                let practical = points(&situation, Efficiency::default(), &outcomes);
                assert!(practical.double_point.is_none_or(|point| point < cash), "{practical:?}");
            }
        }
    }
}
