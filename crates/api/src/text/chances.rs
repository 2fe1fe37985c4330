//! Cube decisions from given probabilities: the output of `shesh cube --chances`.

use super::stakes::stakes_words;
use crate::answers::ChancesAnswer;
use sheshbesh_movegen::Situation;

impl ChancesAnswer {
    /// Formats the decision as text.
    pub fn words(&self, situation: &Situation) -> String {
        format!(
            "From given chances, {}, {} pips in all,\n{}\n\n{}",
            self.class,
            self.pips,
            stakes_words(situation),
            self.figures.words(situation),
        )
    }
}
