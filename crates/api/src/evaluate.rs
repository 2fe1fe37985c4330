//! Position evaluation.

use crate::{
    answers::Evaluation, engines::Engines, error::QueryError, position_query::position_query,
    queries::EvaluateQuery,
};
use sheshbesh_evaluator::{Engine, Stop};

position_query! {
    /// A position to evaluate before the roll.
    evaluated EvaluateRequest {}
}

impl EvaluateRequest {
    /// Validates the request and returns a closure that computes the answer with the engine.
    ///
    /// # Errors
    /// When the request is invalid, or no network evaluates the game.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<
        impl FnOnce(&Engine, &Stop) -> Result<Evaluation, QueryError> + Send + 'static,
        QueryError,
    > {
        let common = self.common_fields();
        let cubeful = self.cube_counts()?;
        let (situation, id) = common.evaluation_subject(engines, cubeful)?;
        let query = EvaluateQuery::new(situation, common.search_options(cubeful)?);
        Ok(move |engine: &Engine, stop: &Stop| query.answer(engine, id, stop))
    }
}
