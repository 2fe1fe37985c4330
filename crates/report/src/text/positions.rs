//! Answers to positions that nobody has played: the best play of a roll, or the cube action, beside
//! the verdict in the file.

use super::blocks::{Block, Item};
use sheshbesh_analysis::{
    match_analysis::{AnalyzedGame, AnalyzedMatch, Candidate, Decision, DecisionKind, FileVerdict},
    numbers::signed,
};

/// Plays whose equities differ by less are as good as the best, in EMG; match rates count them alike.
const TIE: f64 = 0.0005;

/// Maximum number of listed plays of a roll.
const MOST_PLAYS: usize = 3;

/// Lists the answers, one for each position.
pub(super) fn list(analyzed: &AnalyzedMatch) -> Vec<Block> {
    let item = |game: &AnalyzedGame| match game.decisions.last() {
        Some(decision) => Item {
            text: describe(decision),
            code: Some(decision.code(game.game(analyzed))),
            more: decision.file_verdict.iter().map(|verdict| compare(decision, verdict)).collect(),
        },
        None => Item {
            text: "No decision: the cube cannot be turned, and there is no roll.".to_owned(),
            code: None,
            more: Vec::new(),
        },
    };
    vec![Block::List(analyzed.games.iter().map(item).collect())]
}

fn describe(decision: &Decision) -> String {
    match (&decision.cube, decision.kind) {
        (Some(cube), _) => {
            let answers =
                if decision.kind == DecisionKind::Answer { "To answer a double: " } else { "" };
            format!(
                "{answers}{}: no double {}, double/take {}, double/pass {} ({}-ply)",
                cube.action,
                signed(cube.no_double),
                signed(cube.double_take),
                signed(cube.double_pass),
                decision.ply,
            )
        }
        (None, DecisionKind::Play) => {
            let dice = decision.dice.as_deref().unwrap_or_default();
            let plays = decision.candidates.iter().take(MOST_PLAYS);
            let plays = plays.map(|play| format!("{} {}", play.play, signed(play.equity)));
            let plays: Vec<String> = plays.collect();
            format!("{dice}: {} ({}-ply)", plays.join(", "), decision.ply)
        }
        (None, _) => format!("Best: {}", decision.best.as_deref().unwrap_or("-")),
    }
}

/// States the verdict in the file, and if it is the same.
pub(crate) fn compare(decision: &Decision, verdict: &FileVerdict) -> String {
    let ours = match &decision.cube {
        Some(cube) => Some(cube.action.as_str()),
        None => decision.best.as_deref(),
    };
    let theirs = decision.candidates.iter().find(|play| play.play == verdict.best);
    let is_as_good = |play: &Candidate| decision.candidates[0].equity - play.equity < TIE;
    let same = match theirs {
        _ if ours == Some(verdict.best.as_str()) => "the same",
        Some(play) if is_as_good(play) => "one that is as good",
        _ => "another",
    };
    let equity = verdict.equity.map_or(String::new(), |equity| format!(" {}", signed(equity)));
    let level =
        if verdict.level.is_empty() { String::new() } else { format!(" ({})", verdict.level) };
    format!("The file has {same}: {}{equity}{level}.", verdict.best)
}
