//! Bearoff tables for one position: the answer of `shesh bearoff query`.

use super::head::Head;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::bearoff::{CubeEquities, DoublingEquities};

/// Table values of a position with all checkers of both sides home.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BearoffAnswer {
    /// The position looked up; no network is used.
    #[serde(flatten)]
    pub head: Head,
    /// Mean number of rolls to bear off: player on roll, then opponent.
    pub mean_rolls: [f32; 2],
    /// Winning chance of the player on roll, 0 to 1, by the one-sided table: each side plays as if
    /// it were alone.
    pub win_if_alone: f32,
    /// Equities from the two-sided table, if it covers that many checkers.
    pub exact: Option<ExactEquities>,
}

/// Exact equities, in points per game at the present cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactEquities {
    /// Cubeless equity.
    pub cubeless: f32,
    /// Cubeful equities, in games with a cube.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub cubeful: Option<CubefulEquities>,
}

/// Cubeful equities for each cube position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubefulEquities {
    /// Centred cube.
    pub centred: ExactDecision,
    /// Cube owned by the player on roll.
    pub owned: ExactDecision,
    /// Equity with the cube owned by the opponent.
    pub opponents_cube: f32,
}

/// Exact cube decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactDecision {
    /// Equity before the cube decision.
    pub equity: f32,
    /// Equity of rolling without doubling.
    pub no_double: f32,
    /// Equity of doubling if the opponent takes.
    pub double_take: f32,
    /// Equity of doubling if the opponent passes.
    pub double_pass: f32,
    /// Best action of both sides.
    pub action: String,
}

impl ExactEquities {
    /// Combines table values with the decisions for a centred and an own cube.
    pub fn new(equities: CubeEquities, [centred, owned]: &[DoublingEquities; 2]) -> Self {
        let cubeful = CubefulEquities {
            centred: ExactDecision::new(equities.centred, centred),
            owned: ExactDecision::new(equities.owned, owned),
            opponents_cube: equities.opponents,
        };
        Self { cubeful: Some(cubeful), ..Self::cubeless(equities) }
    }

    /// Equities of a game without a cube.
    pub const fn cubeless(equities: CubeEquities) -> Self {
        Self { cubeless: equities.cubeless, cubeful: None }
    }
}

impl ExactDecision {
    /// Builds the decision from table values.
    pub(super) fn new(equity: f32, decision: &DoublingEquities) -> Self {
        Self {
            equity,
            no_double: decision.no_double,
            double_take: decision.double_take,
            double_pass: DoublingEquities::DOUBLE_PASS,
            action: action(decision).to_owned(),
        }
    }
}

fn action(decision: &DoublingEquities) -> &'static str {
    match (decision.doubles(), decision.takes()) {
        (false, true) => "no double, take",
        (true, true) => "double, take",
        (true, false) => "double, pass",
        (false, false) => "too good to double, pass",
    }
}
