//! Hypergammon tablebase values: the answer of `shesh hypergammon query`.

use super::{bearoff::ExactDecision, head::Head};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::ProbabilityFields;
use sheshbesh_evaluator::{bearoff::DoublingEquities, hypergammon::Exact};
use sheshbesh_network::Probabilities;

/// Tablebase values of a position before the roll. Equities are exact, in points per game at the
/// present cube, before the cube decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HypergammonAnswer {
    /// The position looked up; no network is used.
    #[serde(flatten)]
    pub head: Head,
    /// Checkers per side.
    pub checkers: u8,
    /// Probabilities of cubeless money play.
    #[serde(with = "ProbabilityFields")]
    pub probabilities: Probabilities,
    /// Cubeless equity.
    pub cubeless: f32,
    /// Centred cube without the Jacoby rule: gammons always count.
    pub centred: ExactDecision,
    /// Centred cube with the Jacoby rule.
    pub centred_jacoby: ExactDecision,
    /// Cube owned by the player on roll.
    pub owned: ExactDecision,
    /// Equity with the cube owned by the opponent.
    pub opponents_cube: f32,
}

impl HypergammonAnswer {
    /// Combines table values with the decisions for a centred and an own cube, without and with the
    /// Jacoby rule.
    pub fn new(
        head: Head,
        checkers: u8,
        exact: &Exact,
        [plain, jacoby]: [&[DoublingEquities; 2]; 2],
    ) -> Self {
        let equities = exact.equities;
        Self {
            head,
            checkers,
            probabilities: exact.probabilities(),
            cubeless: equities.cubeless,
            centred: ExactDecision::new(equities.centred, &plain[0]),
            centred_jacoby: ExactDecision::new(exact.centred_jacoby, &jacoby[0]),
            owned: ExactDecision::new(equities.owned, &plain[1]),
            opponents_cube: equities.opponents,
        }
    }
}
