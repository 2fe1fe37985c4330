//! Cube decisions: the output of `shesh cube`.

use super::{level::level_words, points, probabilities::wins_and_losses, stakes::stakes_words};
use crate::answers::{CubeAnswer, CubeChances, CubeFigures};
use sheshbesh_analysis::cube_windows::counts_gammons;
use sheshbesh_evaluator::cube::{ActionValues, CubeDecision, allows_beaver};
use sheshbesh_movegen::{Side, Situation, Stakes};

impl CubeAnswer {
    /// Formats the decision, and the explanation if there is one, as text to print below the board.
    pub fn words(&self, situation: &Situation) -> String {
        let Self { ply, ref rollout, standard_error, ref figures, .. } = *self;
        let level = level_words(ply, rollout.as_deref(), standard_error);
        let mut text = format!("Before the roll, at {level},\n{}\n\n", stakes_words(situation));
        match &self.reply {
            None => text.push_str(&figures.words(situation)),
            Some(replies) if replies.to == "double" => {
                text.push_str(&figures.words(situation));
                push!(text, "\n{}", replies.words());
            }
            Some(replies) => {
                text.push_str(&wins_and_losses(situation.game, &figures.probabilities));
                push_line!(text, "\n  cubeless equity   {:+.4}\n", figures.cubeless_equity);
                text.push_str(&replies.words());
                push_line!(text, "\n  {}", figures.action);
            }
        }
        text.push_str(self.head.lookup_words());
        if let Some(explanation) = &self.explanation {
            push!(text, "\n{}", explanation.words());
        }
        text
    }
}

impl CubeFigures {
    /// Formats probabilities, equities, the best action and the decision points as text.
    pub(super) fn words(&self, situation: &Situation) -> String {
        let mut text = wins_and_losses(situation.game, &self.probabilities);
        push_line!(text, "\n  cubeless equity   {:+.4}\n", self.cubeless_equity);
        let redouble = situation.cube.owner() == Some(Side::OnRoll);
        let (values, points) = self.values(situation);
        text.push_str(&options(&values, &points, redouble, self.mwc.is_some()));
        push_line!(text, "\n  {}", self.action);
        text + &self.points_words(situation, redouble)
    }

    /// Values of the actions on the scale of the decision, and in points.
    fn values(&self, situation: &Situation) -> (ActionValues, ActionValues) {
        let &Self { no_double, double_take, double_pass, may_double, mwc, .. } = self;
        let beavers = allows_beaver(situation);
        let points = ActionValues { no_double, double_take, double_pass, may_double, beavers };
        // A match is decided by its winning chances.
        let values = mwc.map_or(points, |CubeChances { no_double, double_take, double_pass }| {
            ActionValues { no_double, double_take, double_pass, ..points }
        });
        (values, points)
    }

    /// Formats the decision points as a table with a heading; empty if no player can turn the cube.
    fn points_words(&self, situation: &Situation, redouble: bool) -> String {
        let has_gammons = counts_gammons(situation);
        let table = self.points.words(redouble);
        if table.is_empty() {
            return table;
        }
        let heading = points::format_heading(&self.probabilities, has_gammons);
        let mut text = format!("\n  {heading}\n\n{table}");
        if has_gammons {
            let price = self.windows.gammon_price;
            let after_double = matches!(situation.stakes, Stakes::Money { jacoby: true, .. })
                && situation.cube.owner().is_none();
            let when = if after_double { " after a double" } else { "" };
            push_line!(text, "\n  Gammon value{when}: {price:.2}");
        }
        text
    }
}

/// Lists the possible actions, one per line and the best first, each with its difference to the
/// best.
pub fn cube_options(decision: &CubeDecision) -> String {
    let is_match = decision.scale.is_match();
    options(&decision.values(), &decision.points(), decision.redouble, is_match)
}

fn options(values: &ActionValues, points: &ActionValues, redouble: bool, is_match: bool) -> String {
    let (double, redouble) = if redouble { ("Redouble", "redouble") } else { ("Double", "double") };
    let option =
        |name: String, value: fn(&ActionValues) -> f32| (name, value(values), value(points));
    let mut options = vec![option(format!("No {redouble}"), |values| values.no_double)];
    if values.may_double {
        options.push(option(format!("{double}, take"), |values| values.double_take));
        options.push(option(format!("{double}, pass"), |values| values.double_pass));
        if values.beavers {
            options.push(option(format!("{double}, beaver"), |values| 2.0 * values.double_take));
        }
    }
    let best = values.best();
    // The best action first, then by equity of the player on roll.
    options.sort_by(|a, b| (a.1 != best).cmp(&(b.1 != best)).then(b.1.total_cmp(&a.1)));
    let best_points = options[0].2;
    let mut text = String::new();
    for (name, value, points) in options {
        let difference =
            if value == best { String::new() } else { format!("{:+.4}", points - best_points) };
        let mwc = if is_match { format!("   MWC {:6.2} %", 100.0 * value) } else { String::new() };
        let line = format!("  {name:18}{points:+.4}  {difference:>7}{mwc}");
        push_line!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::{CubeQuery, SearchOptions};
    use sheshbesh_analysis::EngineId;
    use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
    use sheshbesh_movegen::{BySide, Cube, Game, Phase, Stakes};

    fn asked(situation: Situation) -> CubeAnswer {
        let engine = Engine::on_shared_threads(sheshbesh_weights::shipped(), Settings::default());
        let options = SearchOptions { level: Some(Depth::ONE.into()), ..SearchOptions::default() };
        let query = CubeQuery::new(situation, options).unwrap();
        query.answer(&engine, EngineId::program(), &Stop::never()).unwrap()
    }

    /// The text needs nothing that the JSON does not have.
    #[test]
    fn an_answer_read_from_json_has_the_same_text() {
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let money = Stakes::Money { jacoby: true, beavers: true };
        let score = BySide { on_roll: 2, opponent: 4 };
        let own = Cube::of_value(2, Some(Side::OnRoll)).unwrap();
        for (situation, line) in [
            (start, "  Double, take      "),
            (Situation { stakes: money, ..start }, "  Double, beaver    "),
            (Situation { cube: own, ..start }, "  Redouble, pass    "),
            (
                Situation { stakes: Stakes::Match { length: 7, crawford: false }, score, ..start },
                "   MWC ",
            ),
            (Situation { phase: Phase::Doubled, ..start }, "The opponent is to answer a double:"),
        ] {
            let answer = asked(situation);
            let json = serde_json::to_string(&answer).unwrap();
            let read: CubeAnswer = serde_json::from_str(&json).unwrap();
            let text = answer.words(&situation);
            assert_eq!(read.words(&situation), text);
            assert!(text.contains(line) && text.contains(&answer.figures.action), "{text}");
        }
    }

    #[test]
    fn the_best_action_comes_first_without_a_difference() {
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let text = asked(start).words(&start);
        let is_action = |line: &&str| line.contains("ouble") && line.contains('.');
        let rows: Vec<Vec<&str>> =
            text.lines().filter(is_action).map(|line| line.split_whitespace().collect()).collect();
        let [best, pass, take, points] = &rows[..] else { panic!("{text}") };
        // The best action, before its equity: it has no difference.
        assert!(best[..2] == ["No", "double"] && best.len() == 3, "{text}");
        assert!(pass[..2] == ["Double,", "pass"] && pass[3].starts_with('+'), "{text}");
        assert!(take[..2] == ["Double,", "take"] && take[3].starts_with('-'), "{text}");
        assert_eq!(points[0], "double", "{text}");
    }
}
