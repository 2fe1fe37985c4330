//! Take, double, cash and too-good points with a dead, a live and a practical cube.

use serde::{Deserialize, Serialize};
use sheshbesh_analysis::cube_windows::Windows;
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeModel, CubePoints, Efficiency, Phase},
};
use sheshbesh_movegen::Situation;
use sheshbesh_network::Outcomes;

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
            let model =
                CubeModel::new(situation, &settings.equities.of(situation), efficiency, true);
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
}
