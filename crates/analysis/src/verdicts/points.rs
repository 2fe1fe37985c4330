//! Take, double, cash and too-good points with a dead, a live and a practical cube.

use super::STRING;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeModel, CubePoints, Efficiency, Phase},
    windows::Windows,
};
use sheshbesh_movegen::Situation;
use sheshbesh_network::{Outcomes, Probabilities};
use std::fmt::Write;

/// Decision points for three cube models at the gammon rates of the probabilities: a cube that is
/// never turned again (`dead`), one that is always turned at the best moment (`live`), and one
/// between them by Janowski's model (`practical`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PointColumns {
    /// Dead cube.
    pub dead: Points,
    /// Live cube.
    pub live: Points,
    /// Cube with the efficiency of the position's class.
    pub practical: Points,
}

/// Winning chances of the player on roll, 0 to 1, at which the best action changes; null if there
/// is no such decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Points {
    /// Minimum winning chance at which the player takes the opponent's double.
    pub take_point: Option<f32>,
    /// Minimum winning chance at which the player doubles, or redoubles an own cube.
    pub double_point: Option<f32>,
    /// Minimum winning chance at which the opponent passes.
    pub cash_point: Option<f32>,
    /// Minimum winning chance at which playing for a gammon is worth more than a pass.
    pub too_good_point: Option<f32>,
}

impl From<CubePoints> for Points {
    fn from(points: CubePoints) -> Self {
        let CubePoints { take_point, double_point, cash_point, too_good_point } = points;
        Self { take_point, double_point, cash_point, too_good_point }
    }
}

impl PointColumns {
    /// Computes the points of a situation; `settings` are those of the evaluation and `dead` are
    /// the dead-cube windows. All points are null if the stakes are invalid.
    pub fn new(
        situation: &Situation,
        settings: &Settings,
        outcomes: &Outcomes,
        phase: Phase,
        dead: &Windows,
    ) -> Self {
        let points = |efficiency| {
            let model = CubeModel::new(situation, &settings.equities, efficiency, true);
            let points = |model| CubePoints::new(situation, &model, outcomes, phase);
            model.map(points).unwrap_or_default()
        };
        let live = points(Efficiency::constant(1.0));
        let practical = points(settings.efficiency_in(situation.game));
        // The player may double if the model has a double point or a cash point.
        let may_double = live.double_point.or(live.cash_point).is_some();
        Self {
            dead: Points {
                take_point: live.take_point.map(|_| dead.take_point),
                double_point: may_double.then_some(dead.double_point),
                cash_point: may_double.then_some(dead.cash_point),
                too_good_point: dead.too_good_point.filter(|_| may_double),
            },
            live: live.into(),
            practical: practical.into(),
        }
    }

    /// Formats a table with a column for each cube model; empty if there is no decision.
    pub(super) fn words(&self, redouble: bool) -> String {
        let columns = [self.dead, self.live, self.practical];
        let row = |name: &str, point: fn(&Points) -> Option<f32>| {
            let points = columns.each_ref().map(point);
            if points.iter().all(Option::is_none) {
                return String::new();
            }
            let cells = points.map(|point| {
                let cell = point.map_or("-".to_owned(), |p| format!("{:.1} %", 100.0 * p));
                format!("{cell:>11}")
            });
            format!("  {name:12}{}\n", cells.concat())
        };
        let double = if redouble { "redouble" } else { "double" };
        let rows = [
            row("take", |points| points.take_point),
            row(double, |points| points.double_point),
            row("cash", |points| points.cash_point),
            row("too good", |points| points.too_good_point),
        ];
        let rows = rows.concat();
        if rows.is_empty() {
            return rows;
        }
        let mut text = String::new();
        let (dead, live, practical) = ("dead cube", "live cube", "practical");
        writeln!(text, "  {:12}{dead:>11}{live:>11}{practical:>11}", "from").expect(STRING);
        text + &rows
    }
}

/// Heading of a table of points; it mentions gammons if they count.
pub(super) fn heading(p: &Probabilities, has_gammons: bool) -> &'static str {
    if has_gammons && p.win_gammon + p.lose_gammon > 0.0 {
        "Chances to win, with as many gammons, from which on to act:"
    } else {
        "Chances to win from which on to act:"
    }
}
