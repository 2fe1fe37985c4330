//! Explanation of a cube decision in sentences.

use super::{
    close::CLOSE,
    contexts::{InContext, turned_round},
    cube_document::{CubeExplanation, SEQUENCES},
    wording::wrapped,
};
use crate::numbers::thousands;
use sheshbesh_movegen::Answer;

/// Returns the sentences. A close decision is only called close.
pub(super) fn sentences(of: &CubeExplanation, response: Answer) -> Vec<String> {
    let ply = of.ply;
    let mut said = Vec::new();
    if of.close {
        said.push(format!(
            "Doubling and rolling on are close: {:.4} apart at {ply}-ply.",
            of.double.abs()
        ));
    } else {
        let (better, other) =
            if of.double > 0.0 { ("Doubling", "rolling on") } else { ("Rolling on", "doubling") };
        let by = of.double.abs();
        said.push(format!("{better} is {by:.4} better than {other} at {ply}-ply."));
        said.push(format!(
            "After {} of {} sequences of both rolls ({:.1} %) the game is won, or the \
             opponent's right answer to a double is a pass.",
            thousands(of.market_losers.into()),
            thousands(SEQUENCES.into()),
            100.0 * of.market_losers as f32 / SEQUENCES as f32
        ));
        if let Some(wrong) = &of.wrong_answers {
            said.push(format!(
                "Doubling is right if the answer is a {} {:.0} % of the time or more.",
                wrong.answer,
                100.0 * wrong.share
            ));
        }
        let of_better =
            |at: &InContext| InContext { difference: at.difference * of.double.signum(), ..*at };
        let contexts: Vec<InContext> = of.contexts.iter().map(of_better).collect();
        if let Some(told) = turned_round(&contexts, CLOSE) {
            let ply = contexts[0].ply;
            said.push(format!("At {ply}-ply {other} is better {told}."));
        }
    }
    said.push(answer(of, response));
    if !of.depths_agree {
        let each = of
            .depths
            .iter()
            .map(|at| format!("{:+.4} and {:+.4} at {}-ply", at.double, at.take, at.ply));
        let each: Vec<String> = each.collect();
        said.push(format!(
            "The depths disagree about what a double has beyond rolling on, or a take costs less \
             than a pass ({}): treat as close.",
            each.join(", ")
        ));
    }
    said
}

/// States the margin of the right answer to a double.
fn answer(of: &CubeExplanation, response: Answer) -> String {
    let by = of.take.abs();
    if by < CLOSE {
        return format!("A take and a pass are close: {by:.4} apart.");
    }
    match response {
        Answer::Take => format!("A take is {by:.4} better than a pass."),
        Answer::Beaver => {
            format!("A take is {by:.4} better than a pass, and a beaver better than a take.")
        }
        Answer::Pass => format!("A pass is {by:.4} better than a take."),
    }
}

impl CubeExplanation {
    /// Formats each sentence on its own lines, wrapped at 80 columns.
    pub fn words(&self) -> String {
        self.sentences.iter().map(|sentence| wrapped(sentence)).collect()
    }
}
