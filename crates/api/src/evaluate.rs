//! Position evaluation.

use crate::{
    answers::Evaluation, engines::Engines, error::QueryError, position_query::position_query,
};
use sheshbesh_evaluator::{Engine, FilterName, Settings, Stop};

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
        let query = self.common_fields();
        let (situation, cubeful, id) = query.evaluation_subject(engines, self.cube_counts()?)?;
        let depth = query.depth(situation.game)?;
        // Search every reply: the evaluation of a single position should miss none.
        let filter = query.filter()?.unwrap_or(FilterName::None).filter();
        Ok(move |engine: &Engine, stop: &Stop| {
            let settings = Settings { filter, cubeful, ..engine.settings().clone() };
            engine.with_settings(settings).ask(depth, stop, |evaluator| {
                Evaluation::ask(evaluator, id, &situation, depth).map_err(QueryError::invalid)
            })
        })
    }
}
