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

/// The points with a cube that is never turned again (`dead`), with one that is always turned at the
/// best moment (`live`), and with one between these as Janowski's model has it (`practical`), with as
/// many gammons among wins and losses as the probabilities have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PointColumns {
    /// Of a dead cube.
    pub dead: Points,
    /// Of a live cube.
    pub live: Points,
    /// Of a cube with the efficiency of the position's class.
    pub practical: Points,
}

/// Chances to win, 0 to 1, of the player on roll, at which the best action changes; null where there is
/// no such decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Points {
    /// The least chance with which the player takes a double of the opponent.
    pub take_point: Option<f32>,
    /// The least chance with which the player doubles, or redoubles an own cube.
    pub double_point: Option<f32>,
    /// The least chance with which the opponent passes.
    pub cash_point: Option<f32>,
    /// The least chance with which playing for a gammon is worth more than a pass.
    pub too_good_point: Option<f32>,
}

impl From<CubePoints> for Points {
    fn from(points: CubePoints) -> Self {
        let CubePoints { take_point, double_point, cash_point, too_good_point } = points;
        Self { take_point, double_point, cash_point, too_good_point }
    }
}

impl PointColumns {
    /// For a situation judged with these settings, with the windows of a dead cube. All points are null
    /// where its stakes make no sense.
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
        // The player may double wherever a double could be passed, or is right.
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

    /// A table with a column for each; empty where there is no decision at all.
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

/// The probabilities whose gammons a table of points counts, for its heading.
pub(super) fn heading(p: &Probabilities, has_gammons: bool) -> &'static str {
    if has_gammons && p.win_gammon + p.lose_gammon > 0.0 {
        "Chances to win, with as many gammons, from which on to act:"
    } else {
        "Chances to win from which on to act:"
    }
}
