//! Cube decisions from given probabilities: the output of `shesh cube --chances`.

use super::stakes::stakes_words;
use crate::answers::{GivenChances, class_name};
use sheshbesh_evaluator::{
    Settings,
    cube::{InvalidStakes, Phase},
};

impl GivenChances {
    /// Formats the answer as text.
    ///
    /// # Errors
    /// As [`GivenChances::answer`].
    pub fn words(&self, settings: &Settings) -> Result<String, InvalidStakes> {
        let verdict = self.verdict(settings)?;
        let Phase { class, pips } = self.phase;
        let figures = self.figures(&verdict, settings);
        Ok(format!(
            "From given chances, {}, {pips} pips in all,\n{}\n\n{}",
            class_name(class),
            stakes_words(&self.situation),
            figures.words(&self.situation, &verdict),
        ))
    }
}
