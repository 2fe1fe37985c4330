//! Doubling cube decisions.

use super::subject::{SearchOptions, Subject};
use crate::{
    answers::{CubeAnswer, check_cube},
    error::{QueryError, QueryErrorKind},
    request_error::RequestError,
};
use sheshbesh_analysis::{
    EngineId,
    explain::{CubeExplanation, ExplainError, explain_cube},
};
use sheshbesh_evaluator::{Depth, Engine, Evaluator, Stop, cube::CubeDecision};
use sheshbesh_movegen::Situation;

/// Depth that an explanation searches even if the requested depth is lower.
pub(super) const EXPLAINED: Depth = Depth::THREE;

/// A cube decision: a position before the roll in which the player on roll may double, or in which
/// a double, a beaver or a raccoon must be answered.
#[derive(Clone, Copy, Debug)]
pub struct CubeQuery {
    subject: Subject,
    explained: bool,
}

impl CubeQuery {
    /// Creates the query. Cube decisions are always cubeful; the option is ignored.
    ///
    /// # Errors
    /// When no player can turn the cube now.
    pub fn new(situation: Situation, options: SearchOptions) -> Result<Self, QueryError> {
        check_cube(&situation).map_err(QueryError::invalid)?;
        Ok(Self::unchecked(situation, options))
    }

    /// Creates the query for a player who perhaps may not turn the cube. Without a decision, the
    /// values of the decision are those of not doubling.
    pub fn unchecked(situation: Situation, options: SearchOptions) -> Self {
        let options = SearchOptions { cubeful: Some(false), ..options };
        Self { subject: Subject::new(situation, options), explained: false }
    }

    /// Adds an explanation of the decision to the answer: its margin, the share of market losers,
    /// and the scores at which it flips.
    pub fn explaining(self, explained: bool) -> Self {
        Self { explained, ..self }
    }

    /// Evaluates the decision alone.
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes.
    pub fn decision(&self, engine: &Engine, stop: &Stop) -> Result<CubeDecision, QueryError> {
        let Subject { situation, level, .. } = &self.subject;
        self.subject.engine(engine).ask(*level, stop, |evaluator| {
            evaluator.cube_decision(situation, *level).map_err(QueryError::invalid)
        })
    }

    /// Evaluates the decision; `id` identifies the engine in the answer.
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes, or when there is nothing to explain.
    pub fn answer(
        &self,
        engine: &Engine,
        id: EngineId,
        stop: &Stop,
    ) -> Result<CubeAnswer, QueryError> {
        let &Self { ref subject, explained } = self;
        let &Subject { ref situation, level, .. } = subject;
        let deepest = if explained { level.max(EXPLAINED.into()) } else { level };
        subject.engine(engine).ask(deepest, stop, |evaluator| {
            let decision =
                evaluator.cube_decision(situation, level).map_err(QueryError::invalid)?;
            let replies = evaluator
                .replies_to_cube(situation, &decision, level)
                .map_err(QueryError::invalid)?;
            // Explanations compare searches.
            let depth = level.depth();
            let explanation =
                if explained { Some(explain(evaluator, situation, depth)?) } else { None };
            let tablebase_hit = evaluator.tablebase_hit(&situation.position);
            let settings = evaluator.settings();
            let answer = CubeAnswer::new(id, situation, &decision, replies, settings);
            let head = answer.head.with_tablebase_hit(tablebase_hit, situation);
            Ok(CubeAnswer { head, explanation, ..answer })
        })
    }
}

fn explain(
    evaluator: &mut Evaluator,
    situation: &Situation,
    depth: Depth,
) -> Result<CubeExplanation, QueryError> {
    let explained = explain_cube(evaluator, situation, depth).map_err(|error| match error {
        ExplainError::Stopped(_) => QueryError::coded(QueryErrorKind::Stopped, error),
        _ => QueryError::coded(QueryErrorKind::Failed, error),
    })?;
    explained.ok_or_else(|| QueryError::invalid(RequestError::NoDouble))
}
