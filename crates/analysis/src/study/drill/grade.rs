//! Grades answers to drills.

use super::{asked::Asked, question::Question};
use crate::{
    match_analysis::{AnalysisError, Decision, MatchAnalyzer},
    quiz::NoAnswer,
};
use sheshbesh_movegen::codes;

/// Graded answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// Error in the unit of the kind: the sum of the deviations of all numbers, or the loss.
    pub error: f64,
    /// True if the error is within the tolerance of the kind.
    pub is_right: bool,
    /// The decision with the answer as the action played, if a decision was asked.
    pub decision: Option<Decision>,
}

/// Reason why there is no grade.
#[derive(Debug, thiserror::Error)]
pub enum DrillError {
    /// The text is no answer. The session goes on.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// Not a number.
    #[error("Answer with a number, such as {ONE}.")]
    OneNumber,
    /// Not two numbers.
    #[error("Answer with two numbers, such as {TWO}.")]
    TwoNumbers,
    /// The answer cannot be evaluated.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
}

/// A possible answer of one number.
const ONE: &str = "28.5";
/// A possible answer of two numbers.
const TWO: &str = "131 98";

codes! {
    DrillError {
        Self::OneNumber => "answer.number" { example = ONE },
        Self::TwoNumbers => "answer.numbers" { example = TWO },
    } transparent {
        Self::NoAnswer(error) => error,
        Self::Analysis(error) => error,
    }
}

impl Question {
    /// Grades an answer: numbers separated by blanks, a play, or a cube action.
    ///
    /// # Errors
    /// If the text is no answer to this question, or a play cannot be evaluated.
    pub fn grade(&self, analyzer: &MatchAnalyzer, text: &str) -> Result<Graded, DrillError> {
        match &self.asked {
            Asked::Decision(question) => {
                let decision = question.grade(analyzer, question.read(text)?)?;
                let error = decision.loss.unwrap_or(0.0);
                Ok(Graded { decision: Some(decision), ..self.graded(error) })
            }
            Asked::Numbers(truth) => {
                let numbers = text.split([' ', ',', ';', '/']).filter(|part| !part.is_empty());
                let numbers: Option<Vec<f64>> = numbers.map(read_number).collect();
                let numbers = numbers.filter(|numbers| numbers.len() == truth.len());
                let numbers = numbers.ok_or(match truth.len() {
                    1 => DrillError::OneNumber,
                    _ => DrillError::TwoNumbers,
                })?;
                let off = truth.iter().zip(&numbers);
                Ok(self.graded(off.map(|(truth, number)| (truth.value - number).abs()).sum()))
            }
        }
    }

    fn graded(&self, error: f64) -> Graded {
        // Losses of the best action are rounded.
        let is_right = error <= self.topic.kind().tolerance() + 1e-9;
        Graded { error, is_right, decision: None }
    }
}

/// Reads a number from 0 to 9999, perhaps with a percent sign.
fn read_number(text: &str) -> Option<f64> {
    let number: f64 = text.trim_end_matches('%').parse().ok()?;
    (0.0..=9999.0).contains(&number).then_some(number)
}
