//! Hypergammon tablebase values: the output of `shesh hypergammon query`.

use super::probabilities::wins_and_losses;
use crate::answers::{ExactDecision, HypergammonAnswer};
use sheshbesh_movegen::Game;

impl HypergammonAnswer {
    /// Formats the answer as text to print below the board.
    pub fn words(&self) -> String {
        let mut text = "Before the roll, exactly, in cubeless play\n\n".to_owned();
        text.push_str(&wins_and_losses(Game::Hypergammon, &self.probabilities));
        push!(text, "\nPoints per game:\n  cubeless         {:+.4}\n", self.cubeless);
        let places = [
            ("centred", &self.centred),
            ("centred, Jacoby", &self.centred_jacoby),
            ("own cube", &self.owned),
        ];
        for (place, decision) in places {
            let ExactDecision { equity, no_double, double_take, action, .. } = decision;
            push_line!(
                text,
                "  {place:15}  {equity:+.4}   {action}\n{:26}no double {no_double:+.4}, double/take {double_take:+.4}",
                ""
            );
        }
        push_line!(text, "  opponent's cube  {:+.4}", self.opponents_cube);
        text
    }
}
