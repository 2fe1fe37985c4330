//! Rollouts of a position, or of the plays of a roll.

use crate::{
    answers::Rollout,
    engines::Engines,
    error::QueryError,
    limits::Limits,
    position_query::position_query,
    queries::{RolloutOptions, RolloutQuery},
    roll_checks::read_roll,
};
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_parallel::Executor;

position_query! {
    /// A rollout of a position, or of the plays of a roll. `ply`, 1 to 3, is the search depth of
    /// both sides.
    evaluated RolloutRequest {
        /// The roll, to roll out its best plays. Default: the roll of the ID; without one, the
        /// position before the roll.
        dice: Option<String>,
        /// Maximum games per position, 1 to 100,000. Default: 1,296.
        games: Option<u64>,
        /// Number of plays to roll out, the best at 2-ply: 1 to 50. Default: 3.
        plays: Option<u16>,
        /// Truncate games after this number of plies, 1 to 1,000, with a 2-ply evaluation. Default:
        /// play to the end.
        truncate: Option<u32>,
        /// Seed of the dice. Default: 1.
        seed: Option<u64>,
        /// Disable variance reduction, which subtracts the luck of the rolls from the results.
        #[serde(default)]
        no_variance_reduction: bool,
        /// Disable stratification: draw the first rolls at random instead of each equally often.
        #[serde(default)]
        no_stratification: bool,
        /// Stop when every standard error is at most this number of points.
        standard_error: Option<f32>,
        /// Stop when the best play is best with this confidence, for example 0.95.
        confidence: Option<f32>,
        /// Stop after this number of seconds.
        time: Option<f64>,
    }
}

/// A validated rollout request.
#[derive(Clone, Debug)]
pub struct RolloutQuestion {
    query: RolloutQuery,
    id: EngineId,
}

impl RolloutRequest {
    /// Validates the request.
    ///
    /// # Errors
    /// When the request is invalid, or no network evaluates the game.
    pub fn question(&self, engines: &Engines) -> Result<RolloutQuestion, QueryError> {
        let common = self.common_fields();
        let cubeful = self.cube_counts()?;
        let (situation, id) = common.evaluation_subject(engines, cubeful)?;
        let query = RolloutQuery::new(situation)?;
        let dice = match &self.dice {
            Some(dice) => Some(read_roll(dice, &situation)?),
            None => situation.phase.dice(),
        };
        let (search, options) = (common.search_options(cubeful)?, self.options());
        let query = query.of_roll(dice)?.with_options(search, options, &Limits::REQUESTS)?;
        // Reject invalid stakes now, before the caller waits for an answer.
        query.check_stakes(engines.engine())?;
        Ok(RolloutQuestion { query, id })
    }

    fn options(&self) -> RolloutOptions {
        let usual = RolloutOptions::default();
        RolloutOptions {
            games: self.games.unwrap_or(usual.games),
            plays: self.plays.unwrap_or(usual.plays),
            truncate: self.truncate,
            seed: self.seed.unwrap_or(usual.seed),
            variance_reduction: !self.no_variance_reduction,
            stratified: !self.no_stratification,
            standard_error: self.standard_error,
            confidence: self.confidence,
            seconds: self.time,
        }
    }
}

impl RolloutQuestion {
    /// Maximum games per position.
    pub const fn games(&self) -> u64 {
        self.query.settings().games
    }

    /// Runs the rollout. After each round, calls `watch` with the results so far; the rollout ends
    /// when `watch` returns false. A stopped rollout returns the games that were finished, which
    /// may be none.
    ///
    /// # Errors
    /// When the engine does not evaluate the game.
    pub fn answer(
        &self,
        engine: &Engine,
        stop: &Stop,
        watch: &mut (dyn FnMut(&Rollout) -> bool + Send),
    ) -> Result<Rollout, QueryError> {
        let id = self.id.clone();
        self.query
            .answer(&Executor::Threads, engine, id, stop, &mut |progress| watch(&progress.answer()))
    }
}
