//! Answers one question at every score of a match.

use crate::{
    answers::{CubeScores, PlayScores, ScoresError, check_cube},
    engines::Engines,
    error::QueryError,
    limits::SCORES_LENGTH,
    position_query::{parse_dice, position_query},
    request_error::RequestError,
};
use serde::Serialize;
use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
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

/// The best decision at every score.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Scores {
    /// The best play.
    Plays(PlayScores),
    /// The cube decision.
    Cube(CubeScores),
}

/// Maximum search depth; at hundreds of scores, a deeper search takes minutes.
const DEEPEST: Depth = Depth::THREE;

impl From<ScoresError> for QueryError {
    fn from(error: ScoresError) -> Self {
        match error {
            ScoresError::Unwritable(error) => Self::failed(error),
            error => Self::invalid(error),
        }
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
        let query = self.common_fields();
        if query.states_a_score() {
            return Err(QueryError::invalid(RequestError::StatedScore));
        }
        let length = self.length;
        if !(1..=SCORES_LENGTH).contains(&length) {
            return Err(QueryError::invalid(RequestError::ScoresLength(length)));
        }
        let (situation, cubeful, id) = query.evaluation_subject(engines, self.cube_counts()?)?;
        let depth = query.depth(situation.game)?;
        if depth > DEEPEST {
            return Err(QueryError::invalid(RequestError::ScoresDepth(DEEPEST.plies())));
        }
        let has_roll = self.dice.is_some() || matches!(situation.phase, Phase::Rolled(_));
        let roll = has_roll.then(|| parse_dice(self.dice.as_deref(), &situation)).transpose()?;
        if roll.is_none() {
            check_cube(&situation).map_err(QueryError::invalid)?;
        }
        let filter = query.filter()?.unwrap_or_default().filter();
        Ok(move |engine: &Engine, stop: &Stop| {
            let settings = Settings { filter, cubeful, ..engine.settings().clone() };
            let engine = engine.with_settings(settings);
            let evaluator = engine.evaluator(stop);
            let done = |_| {};
            engine.install(|| {
                Ok(match roll {
                    Some(dice) => Scores::Plays(PlayScores::ask(
                        &evaluator, id, &situation, dice, depth, length, &done,
                    )?),
                    None => Scores::Cube(CubeScores::ask(
                        &evaluator, id, &situation, depth, length, &done,
                    )?),
                })
            })
        })
    }
}
