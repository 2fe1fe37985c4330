//! Answers one question at every score of a match.

use crate::{
    engines::Engines,
    error::QueryError,
    limits::Limits,
    position_query::{parse_dice, position_query},
    queries::{Scores, ScoresQuery},
    request_error::RequestError,
};
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_movegen::Phase;

position_query! {
    /// A decision to evaluate at every score: the play of a roll if there is one, otherwise the
    /// cube.
    evaluated ScoresRequest {
        /// The roll, for example `31`. Without a roll here and in the position, the request is
        /// about the cube.
        dice: Option<String>,
        /// Match length in points, 1 to 25.
        length: u16,
    }
}

impl ScoresRequest {
    /// Validates the request and returns a closure that computes the answer with the engine.
    ///
    /// # Errors
    /// When the request is invalid, no network evaluates the game, or there is nothing to decide.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<
        impl FnOnce(&Engine, &Stop) -> Result<Scores, QueryError> + Send + 'static,
        QueryError,
    > {
        let common = self.common_fields();
        if common.states_a_score() {
            return Err(QueryError::invalid(RequestError::StatedScore));
        }
        let cubeful = self.cube_counts()?;
        let (situation, id) = common.evaluation_subject(engines, cubeful)?;
        let has_roll = self.dice.is_some() || matches!(situation.phase, Phase::Rolled(_));
        let dice = has_roll.then(|| parse_dice(self.dice.as_deref(), &situation)).transpose()?;
        let options = common.search_options(cubeful)?;
        let query = ScoresQuery::new(situation, dice, self.length, options, &Limits::REQUESTS)?;
        Ok(move |engine: &Engine, stop: &Stop| query.answer(engine, id, stop, &|_| {}))
    }
}
