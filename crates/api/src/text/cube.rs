//! Cube decisions: the output of `shesh cube`.

use super::{points, probabilities::wins_and_losses, stakes::stakes_words};
use crate::answers::{CubeFigures, CubeReplies};
use sheshbesh_analysis::dead_cube::counts_gammons;
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeVerdict, Phase as CubePhase, ReplyVerdict},
};
use sheshbesh_movegen::{Phase, Situation};

/// Formats the verdict as text to print below the board.
pub fn cube_words(
    situation: &Situation,
    verdict: &CubeVerdict,
    replies: Option<ReplyVerdict>,
    settings: &Settings,
) -> String {
    let mut text =
        format!("Before the roll, at {}-ply,\n{}\n\n", verdict.depth, stakes_words(situation));
    let phase = CubePhase::of(situation.game, &situation.position);
    let figures = CubeFigures::new(situation, verdict, settings, phase);
    let Some(replies) = replies else { return text + &figures.words(situation, verdict) };
    let answers = CubeReplies::from(replies).words();
    if replies.phase == Phase::Doubled {
        text.push_str(&figures.words(situation, verdict));
        return text + "\n" + &answers;
    }
    text.push_str(&wins_and_losses(situation.game, &figures.probabilities));
    let cubeless = figures.cubeless_equity;
    push_line!(text, "\n  cubeless equity   {cubeless:+.4}\n");
    text.push_str(&answers);
    push_line!(text, "\n  {}", replies.words());
    text
}

impl CubeFigures {
    /// Formats probabilities, equities, the best action and the decision points as text.
    pub(super) fn words(&self, situation: &Situation, verdict: &CubeVerdict) -> String {
        let p = &self.probabilities;
        let mut text = wins_and_losses(situation.game, p);
        push_line!(text, "\n  cubeless equity   {:+.4}\n", self.cubeless_equity);
        text.push_str(&cube_options(verdict));
        push_line!(text, "\n  {}", verdict.words());
        text + &self.points_words(situation, verdict.redouble)
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
            push_line!(text, "\n  A gammon is worth {price:.2} of a game more.");
        }
        text
    }
}

/// Lists the possible actions, one per line and the best first, each with its difference to the
/// best.
pub fn cube_options(verdict: &CubeVerdict) -> String {
    let points = |worth| verdict.scale.points(worth);
    let (double, redouble) =
        if verdict.redouble { ("Redouble", "redouble") } else { ("Double", "double") };
    let mut options = vec![(format!("No {redouble}"), verdict.no_double)];
    if verdict.may_double {
        options.push((format!("{double}, take"), verdict.double_take));
        options.push((format!("{double}, pass"), verdict.double_pass));
        if verdict.beavers {
            options.push((format!("{double}, beaver"), 2.0 * verdict.double_take));
        }
    }
    let best = verdict.best();
    // The best action first, then by equity of the player on roll.
    options.sort_by(|a, b| (a.1 != best).cmp(&(b.1 != best)).then(b.1.total_cmp(&a.1)));
    let mut text = String::new();
    for (name, worth) in options {
        let difference = points(worth) - points(best);
        let difference = if worth == best { String::new() } else { format!("{difference:+.4}") };
        let mwc = if verdict.scale.is_match() {
            format!("   MWC {:6.2} %", 100.0 * worth)
        } else {
            String::new()
        };
        let line = format!("  {name:18}{:+.4}  {difference:>7}{mwc}", points(worth));
        push_line!(text, "{}", line.trim_end());
    }
    text
}
