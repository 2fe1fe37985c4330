//! Rollouts: the output of `shesh rollout`.

use super::stakes::stakes_words;
use crate::{
    answers::{RolledOut, Rollout, error_in_points},
    queries::RolloutQuery,
};
use sheshbesh_analysis::{board::stage_words, numbers::thousands};
use sheshbesh_evaluator::{cube::Scale, rollout::Estimate};
use sheshbesh_movegen::{Game, Win};

impl Rollout {
    /// Formats the settings of the rollout and its results, as text to print below the board.
    pub fn words(&self, query: &RolloutQuery) -> String {
        let (situation, settings) = (query.situation(), query.settings());
        let what = match (stage_words(situation), &self.dice) {
            (Some(numbers), _) => format!("{numbers} left to play"),
            (None, Some(dice)) => format!("{dice} to play"),
            (None, None) => "Before the roll".to_owned(),
        };
        let cube = if self.cubeful { "cubeful" } else { "cubeless" };
        let reduced = if settings.variance_reduction { "variance reduction, " } else { "" };
        let truncated = settings
            .truncate
            .map_or(String::new(), |plies| format!(", truncated after {plies} plies"));
        let mut text = format!(
            "{what}, {}\n{cube} rollout, play at {}-ply{truncated}\n{reduced}seed {}\n\n",
            stakes_words(situation),
            settings.depth,
            settings.seed,
        );
        text.push_str(&rollout_table(situation.game, &self.results));
        text
    }
}

/// Formats a value with its standard error in points; in a match, also its match winning chance.
pub fn estimate_words(scale: Scale, worth: Estimate) -> String {
    let points = scale.points(worth.mean);
    let error = error_in_points(scale, worth);
    value_words(points, error, scale.is_match().then_some(worth.mean))
}

fn value_words(points: f32, error: f32, mwc: Option<f32>) -> String {
    let mwc = mwc.map_or(String::new(), |mwc| format!(" (MWC {:.2} %)", 100.0 * mwc));
    format!("{points:+.4} ± {error:.4}{mwc}")
}

/// Formats the results in the given order; differences are to the first.
pub fn rollout_table(game: Game, results: &[RolledOut]) -> String {
    let plays = results.iter().filter_map(|result| result.play.as_ref());
    let width = plays.map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (result, index) in results.iter().zip(1..) {
        if let Some(play) = &result.play {
            push!(text, "{index:3}. {play:width$}  ");
        } else {
            text.push_str("  ");
        }
        let difference = match index {
            1 => String::new(),
            _ => format!("  {:+.4}", result.equity - results[0].equity),
        };
        let value = value_words(result.equity, result.equity_standard_error, result.mwc);
        push_line!(text, "{value}{difference}  {} games", thousands(result.games));
        text.push_str(&percent(game, result));
    }
    text
}

/// Formats probabilities with their standard errors, in percent, for the kinds of win of the game.
fn percent(game: Game, result: &RolledOut) -> String {
    let kinds = game.kinds_of_wins();
    let (p, error) = (&result.probabilities, &result.standard_errors);
    let sides = [
        (
            "wins",
            [
                (p.win, error.win),
                (p.win_gammon, error.win_gammon),
                (p.win_backgammon, error.win_backgammon),
            ],
        ),
        (
            "loses",
            [
                (p.lose(), error.win),
                (p.lose_gammon, error.lose_gammon),
                (p.lose_backgammon, error.lose_backgammon),
            ],
        ),
    ];
    let mut text = String::new();
    for (verb, values) in sides {
        let wins =
            [("", Win::Single), ("   gammon ", Win::Gammon), ("   backgammon ", Win::Backgammon)];
        push!(text, "     {verb:5} ");
        for ((name, _), (mean, error)) in
            wins.iter().zip(values).filter(|((_, win), _)| kinds.contains(win))
        {
            push!(text, "{name}{:6.2} ± {:.2} %", 100.0 * mean, 100.0 * error);
        }
        text.push('\n');
    }
    let (mean, error) = (result.cubeless_equity, result.cubeless_equity_standard_error);
    push_line!(text, "     cubeless equity {mean:+.4} ± {error:.4}");
    text
}
