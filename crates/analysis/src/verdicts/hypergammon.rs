//! Hypergammon tablebase values: the answer of `shesh hypergammon query`.

use super::{
    STRING,
    bearoff::ExactDecision,
    head::Head,
    probabilities::{Fields, wins_and_losses},
};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{bearoff::CubeDecision, hypergammon::Exact};
use sheshbesh_movegen::Game;
use sheshbesh_network::Probabilities;
use std::fmt::Write;

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
    #[serde(with = "Fields")]
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
        [plain, jacoby]: [&[CubeDecision; 2]; 2],
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

    /// Formats the answer as text to print below the board.
    pub fn words(&self) -> String {
        let mut text = "Before the roll, exactly, in cubeless play\n\n".to_owned();
        text.push_str(&wins_and_losses(Game::Hypergammon, &self.probabilities));
        write!(text, "\nPoints per game:\n  cubeless         {:+.4}\n", self.cubeless)
            .expect(STRING);
        let places = [
            ("centred", &self.centred),
            ("centred, Jacoby", &self.centred_jacoby),
            ("own cube", &self.owned),
        ];
        for (place, decision) in places {
            let ExactDecision { equity, no_double, double_take, action, .. } = decision;
            writeln!(
                text,
                "  {place:15}  {equity:+.4}   {action}\n{:26}no double {no_double:+.4}, double/take {double_take:+.4}",
                ""
            )
            .expect(STRING);
        }
        writeln!(text, "  opponent's cube  {:+.4}", self.opponents_cube).expect(STRING);
        text
    }
}
