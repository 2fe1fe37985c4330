//! Evaluation of many positions.

use super::subject::{SearchOptions, Subject};
use crate::error::QueryError;
use sheshbesh_evaluator::{Engine, EvaluationError, Evaluator, Settings, Stop};
use sheshbesh_movegen::Situation;
use sheshbesh_network::Probabilities;
use sheshbesh_parallel::threads;

/// Positions to evaluate before the roll, all with the same search options.
///
/// ```
/// use sheshbesh_api::queries::{EvaluateAllQuery, SearchOptions};
/// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
/// use sheshbesh_movegen::{Game, Situation};
/// let engine = Engine::on_shared_threads(sheshbesh_weights::shipped(), Settings::default());
/// let games = [Game::Backgammon, Game::Nackgammon];
/// let starts = games.map(|game| Situation::new(game.start(), game));
/// let options = SearchOptions { level: Some(Depth::ONE.into()), ..SearchOptions::default() };
/// let query = EvaluateAllQuery::new(starts, options);
/// let all = query.answer(&engine, &Stop::never(), || {})?;
/// assert!(all.len() == 2 && all.iter().all(|probabilities| probabilities.win > 0.5));
/// # Ok::<(), sheshbesh_api::QueryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EvaluateAllQuery(Vec<Subject>);

impl EvaluateAllQuery {
    /// Creates the query. Searches are cubeless; the option is ignored.
    pub fn new(situations: impl IntoIterator<Item = Situation>, options: SearchOptions) -> Self {
        let options = SearchOptions { cubeful: Some(false), ..options.searching_every_reply() };
        let subjects = situations.into_iter().map(|situation| Subject::new(situation, options));
        Self(subjects.collect())
    }

    /// Evaluates the positions, distributed among the engine's threads. Returns the probabilities
    /// of each in their order; calls `on_done` after each one.
    ///
    /// # Errors
    /// When the engine cannot evaluate a game or its stakes.
    pub fn answer(
        &self,
        engine: &Engine,
        stop: &Stop,
        on_done: impl Fn() + Sync,
    ) -> Result<Vec<Probabilities>, QueryError> {
        let Self(subjects) = self;
        let Some(first) = subjects.first() else { return Ok(Vec::new()) };
        let engine = first.engine(engine);
        let evaluator = engine.evaluator(stop);
        // Threads share positions, not the search of one.
        let settings = Settings { parallel: false, ..evaluator.settings().clone() };
        let evaluator = evaluator.with_settings(settings);
        let evaluate = |workspace: &mut Workspace, subject: &Subject| {
            let found = workspace.evaluate(subject)?;
            on_done();
            Ok(found)
        };
        let make_workspace = || Workspace { evaluator: evaluator.clone(), table: None };
        let all = engine.install(|| threads::map_with(subjects, make_workspace, evaluate));
        let all: Result<_, EvaluationError> = all.into_iter().collect();
        all.map_err(QueryError::invalid)
    }
}

/// Evaluator of a thread.
struct Workspace {
    evaluator: Evaluator,
    /// Situation of the evaluator's stakes, at the start of its game.
    table: Option<Situation>,
}

impl Workspace {
    fn evaluate(&mut self, subject: &Subject) -> Result<Probabilities, EvaluationError> {
        let &Subject { ref situation, level, .. } = subject;
        // Most positions have the stakes of the one before.
        let table = Situation { position: situation.game.start(), ..*situation };
        if self.table != Some(table) {
            self.evaluator.set_stakes(situation)?;
            self.table = Some(table);
        }
        Ok(self.evaluator.evaluate(&situation.position, level).probabilities())
    }
}
