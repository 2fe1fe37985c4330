//! Questions about decisions on the terminal, of the quiz and of drills.

use sheshbesh_analysis::{
    board::{self, Names},
    match_analysis::DecisionKind,
    quiz::Question,
};
use sheshbesh_movegen::{Phase, Situation};

/// Formats an action for a sentence.
pub fn format_action(done: &str) -> &str {
    if done == "no-double" { "no double" } else { done }
}

/// Returns the table from the view of the player who must decide.
pub fn decider_view(question: &Question) -> Situation {
    let table = &question.table;
    match question.decision.kind {
        DecisionKind::Answer => table.handed_over(table.position.swapped()),
        _ => *table,
    }
}

/// Draws the board of a question.
pub fn draw(question: &Question) -> String {
    let seen = decider_view(question);
    board::draw(seen.game, &seen.position, Names { own: "you", other: "opponent" })
}

/// Prompt for an answer to a question.
pub fn format_prompt(question: &Question) -> String {
    let beaver = question.decision.cube.as_ref().is_some_and(|cube| cube.may_beaver);
    match (question.decision.kind, question.table.phase) {
        (DecisionKind::Double, _) => "Double or no double? ".to_owned(),
        (DecisionKind::Play, Phase::Rolled(dice)) => format!("{dice} to play: "),
        _ => {
            let value = 2 * question.table.cube.value();
            let answers = if beaver { "Take, beaver or pass? " } else { "Take or pass? " };
            format!("The opponent doubles to {value}. {answers}")
        }
    }
}
