//! Explanation of a cube decision in sentences.

use super::{
    close::CLOSE,
    contexts::{InContext, turned_round},
    cube_document::{CubeExplanation, SEQUENCES, WrongAnswers},
    market::MarketRoll,
    wording::wrapped,
};
use crate::numbers::thousands;
use sheshbesh_movegen::{Answer, listed};

/// Returns the sentences. A close decision is only called close.
pub(super) fn sentences(of: &CubeExplanation, response: Answer) -> Vec<String> {
    let mut said = margin_words(of.double, &format!("at {}-ply", of.ply));
    if !of.close {
        let other = if of.double > 0.0 { "no double" } else { "doubling" };
        said.push(match of.market_losers {
            0 => "No sequence of two rolls loses the market.".to_owned(),
            losers => format!(
                "Market losers: {} of {} sequences of two rolls ({:.1} %), after which the game is \
                 won, or the right answer to a double is a pass.",
                thousands(losers.into()),
                thousands(SEQUENCES.into()),
                100.0 * losers as f32 / SEQUENCES as f32
            ),
        });
        said.extend(market_words(&of.market_rolls));
        said.extend(of.wrong_answers.as_ref().map(WrongAnswers::words));
        let of_better =
            |at: &InContext| InContext { difference: at.difference * of.double.signum(), ..*at };
        let contexts: Vec<InContext> = of.contexts.iter().map(of_better).collect();
        if let Some(told) = turned_round(&contexts, CLOSE) {
            let ply = contexts[0].ply;
            said.push(format!("At {ply}-ply {other} is better {told}."));
        }
    }
    said.push(answer_words(of.take, response));
    said.extend(of.reasons.iter().flat_map(|reasons| reasons.sentences()));
    if !of.depths_agree {
        let each = of
            .depths
            .iter()
            .map(|at| format!("{:+.4} and {:+.4} at {}-ply", at.double, at.take, at.ply));
        let each: Vec<String> = each.collect();
        said.push(format!(
            "The depths disagree about the gain of a double over no double, or of a take over a pass \
             ({}): treat as close.",
            each.join(", ")
        ));
    }
    said
}

/// States the margin between doubling and not doubling. A close decision is only called close.
/// `how` names the search.
pub(super) fn margin_words(double: f32, how: &str) -> Vec<String> {
    let by = double.abs();
    if by < CLOSE {
        return vec![format!("Doubling and not doubling are close: {by:.4} apart {how}.")];
    }
    let better = if double > 0.0 { "Doubling" } else { "No double" };
    vec![format!("{better} is better by {by:.4} {how}.")]
}

/// Maximum number of rolls that are named.
const NAMED: usize = 5;

/// Names the rolls that most often lose the market; `None` if there are none.
fn market_words(rolls: &[MarketRoll]) -> Option<String> {
    let (first, rest) = rolls.split_first()?;
    let first = format!("{} (after {} of 36 replies)", first.dice, first.replies);
    let rest = rest.iter().take(NAMED - 1);
    let rest = rest.map(|MarketRoll { dice, replies }| format!("{dice} ({replies})"));
    let named: Vec<String> = std::iter::once(first).chain(rest).collect();
    let most = if rolls.len() > NAMED { "most often " } else { "" };
    Some(format!("Rolls that {most}lose the market: {}.", listed(&named)))
}

impl WrongAnswers {
    /// States the share of wrong answers.
    pub(super) fn words(&self) -> String {
        format!(
            "Doubling is right if the answer is a {} {:.0} % of the time or more.",
            self.answer,
            100.0 * self.share
        )
    }
}

/// States the margin of the right answer to a double.
pub(super) fn answer_words(take: f32, response: Answer) -> String {
    let by = take.abs();
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
