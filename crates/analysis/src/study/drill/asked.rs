//! Object of a question: numbers or a decision.

use crate::{
    match_analysis::{Decision, MatchAnalyzer},
    quiz,
};
use sheshbesh_movegen::Situation;

/// The object of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Numbers, in the order of the question.
    Numbers(Vec<Quantity>),
    /// A decision, as in a quiz.
    Decision(Box<quiz::Question>),
}

/// A number that is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Name: `own`, `opponent` or `value`.
    pub name: &'static str,
    /// The exact value, in the unit of the kind.
    pub value: f64,
}

impl Asked {
    /// One number, in the unit of the kind.
    pub(super) fn number(value: f64) -> Self {
        Self::Numbers(vec![Quantity { name: "value", value }])
    }

    /// A decision as a question of a quiz. Without a decision there is nothing to choose, and no
    /// number.
    pub(super) fn decision(
        table: Situation,
        decision: Option<Decision>,
        analyzer: &MatchAnalyzer,
    ) -> Self {
        let Some(decision) = decision else { return Self::Numbers(Vec::new()) };
        Self::Decision(Box::new(quiz::Question {
            key: String::new(),
            table,
            decision,
            preset: analyzer.settings().preset,
            players: [String::new(), String::new()],
            file: String::new(),
            date: None,
            game: 1,
        }))
    }
}
