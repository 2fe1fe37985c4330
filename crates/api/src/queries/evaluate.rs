//! Position evaluation.

use super::subject::{SearchOptions, Subject};
use crate::{answers::Evaluation, error::QueryError};
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_movegen::Situation;

/// A position to evaluate before the roll.
///
/// ```
/// use sheshbesh_analysis::EngineId;
/// use sheshbesh_api::queries::{EvaluateQuery, SearchOptions};
/// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
/// use sheshbesh_movegen::{Game, Situation};
/// let engine = Engine::on_shared_threads(sheshbesh_weights::shipped(), Settings::default());
/// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let options = SearchOptions { level: Some(Depth::ONE.into()), ..SearchOptions::default() };
/// let query = EvaluateQuery::new(start, options);
/// let answer = query.answer(&engine, EngineId::program(), &Stop::never())?;
/// assert!(answer.cubeful && answer.probabilities.win > 0.5);
/// # Ok::<(), sheshbesh_api::QueryError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EvaluateQuery(Subject);

impl EvaluateQuery {
    /// Creates the query.
    pub fn new(situation: Situation, options: SearchOptions) -> Self {
        Self(Subject::new(situation, options.searching_every_reply()))
    }

    /// Evaluates the position; `id` identifies the engine in the answer.
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes.
    pub fn answer(
        &self,
        engine: &Engine,
        id: EngineId,
        stop: &Stop,
    ) -> Result<Evaluation, QueryError> {
        let &Subject { ref situation, level, .. } = &self.0;
        self.0.engine(engine).ask(level, stop, |evaluator| {
            Evaluation::ask(evaluator, id, situation, level).map_err(QueryError::invalid)
        })
    }
}
