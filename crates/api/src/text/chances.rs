//! Cube decisions from given probabilities: the output of `shesh cube --chances`.

use super::stakes::stakes_words;
use crate::answers::ChancesAnswer;
use sheshbesh_movegen::Situation;

impl ChancesAnswer {
    /// Formats the decision, and the explanation if there is one, as text.
    pub fn words(&self, situation: &Situation) -> String {
        let mut text = format!(
            "From given chances, {}, {} pips in all,\n{}\n\n{}",
            self.class,
            self.pips,
            stakes_words(situation),
            self.figures.words(situation),
        );
        if let Some(explanation) = &self.explanation {
            push!(text, "\n{}", explanation.words());
        }
        text
    }
}
