//! Answers one question at every score of a match.

use super::subject::{SearchOptions, Subject};
use crate::{
    answers::{CubeScores, PlayScores, ScoresError, check_cube},
    error::QueryError,
    limits::{Limits, SCORES_LENGTH},
    request_error::RequestError,
    roll_checks::check_has_plays,
};
use serde::Serialize;
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_movegen::{Dice, Situation};

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

impl From<ScoresError> for QueryError {
    fn from(error: ScoresError) -> Self {
        match error {
            ScoresError::Unwritable(error) => Self::failed(error),
            error => Self::invalid(error),
        }
    }
}

/// A decision to evaluate at every score of a match and for money: the play of a roll, or the cube.
#[derive(Clone, Copy, Debug)]
pub struct ScoresQuery {
    subject: Subject,
    dice: Option<Dice>,
    length: u16,
}

impl ScoresQuery {
    /// Creates the query for a match to `length` points, about the play of the roll if there is
    /// one, otherwise about the cube. The stakes of the situation are ignored.
    ///
    /// # Errors
    /// When the length or the depth exceeds the limits, or when there is nothing to decide.
    pub fn new(
        situation: Situation,
        dice: Option<Dice>,
        length: u16,
        options: SearchOptions,
        limits: &Limits,
    ) -> Result<Self, QueryError> {
        if !(1..=SCORES_LENGTH).contains(&length) {
            return Err(QueryError::invalid(RequestError::ScoresLength(length)));
        }
        let subject = Subject::new(situation, options);
        let deepest = limits.scores_level;
        if subject.level > deepest {
            let deepest = deepest.depth().plies();
            return Err(QueryError::invalid(RequestError::ScoresDepth(deepest)));
        }
        match dice {
            Some(_) => check_has_plays(&situation)?,
            None => check_cube(&situation).map_err(QueryError::invalid)?,
        }
        Ok(Self { subject, dice, length })
    }

    /// Evaluates the decision at every score. Calls `done` after each score with the total number
    /// of scores. `id` identifies the engine in the answer.
    ///
    /// # Errors
    /// When the engine cannot evaluate the game, the cube is impossible at every score, or the
    /// opponent owns the cube.
    pub fn answer(
        &self,
        engine: &Engine,
        id: EngineId,
        stop: &Stop,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Scores, QueryError> {
        let &Self { ref subject, dice, length } = self;
        let &Subject { ref situation, level, .. } = subject;
        let engine = subject.engine(engine);
        let evaluator = engine.evaluator(stop);
        engine.install(|| {
            Ok(match dice {
                Some(dice) => Scores::Plays(PlayScores::ask(
                    &evaluator, id, situation, dice, level, length, done,
                )?),
                None => {
                    Scores::Cube(CubeScores::ask(&evaluator, id, situation, level, length, done)?)
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::Depth;
    use sheshbesh_movegen::Game;

    #[test]
    fn only_commands_search_all_scores_at_4_ply() {
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let options =
            SearchOptions { level: Some(Depth::DEEPEST.into()), ..SearchOptions::default() };
        let query = |length: u16, limits: &Limits| {
            let query = ScoresQuery::new(start, None, length, options, limits);
            query.err().map(|error| error.to_string())
        };
        assert_eq!(query(25, &Limits::COMMANDS), None);
        let refused = query(25, &Limits::REQUESTS);
        assert_eq!(refused.as_deref(), Some("ply must be at most 3 for all scores"));
        let refused = query(26, &Limits::COMMANDS);
        assert_eq!(refused.as_deref(), Some("length must be 1 to 25 points, not 26"));
    }
}
