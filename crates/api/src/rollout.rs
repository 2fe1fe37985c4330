//! Rollouts of a position, or of the plays of a roll.

use crate::{
    answers::{Head, Rollout, RolloutCandidates},
    engines::Engines,
    error::QueryError,
    limits::ROLLOUT_PLIES,
    position_query::position_query,
    request_error::RequestError,
    stopping_rule::parse_stopping_rule,
};
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{
    Depth, Engine, FilterName, Settings, Stop,
    rollout::{self, RolloutResult, roll_out},
};
use sheshbesh_movegen::{Dice, Phase, Situation};
use std::time::{Duration, Instant};

/// Maximum games per position.
const MOST_GAMES: u64 = 100_000;
/// Maximum plays to roll out.
const MOST_PLAYS: u16 = 50;
/// Maximum search depth of both sides.
const DEEPEST: Depth = Depth::THREE;

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
pub struct RolloutQuery {
    situation: Situation,
    dice: Option<Dice>,
    /// Number of plays to roll out.
    most: usize,
    filter: FilterName,
    cubeful: bool,
    settings: rollout::Settings,
    longest: Option<Duration>,
    id: EngineId,
}

impl RolloutRequest {
    /// Validates the request.
    ///
    /// # Errors
    /// When the request is invalid, or no network evaluates the game.
    pub fn question(&self, engines: &Engines) -> Result<RolloutQuery, QueryError> {
        let query = self.common_fields();
        let (situation, cubeful, id) = query.evaluation_subject(engines, self.cube_counts()?)?;
        if situation.game.end(&situation.position, None).is_some() {
            return Err(QueryError::invalid(RequestError::NothingToRollOut));
        }
        let dice = match (&self.dice, situation.phase) {
            (Some(dice), _) => Some(dice.parse::<Dice>().map_err(QueryError::invalid)?),
            (None, Phase::Rolled(dice)) => Some(dice),
            (None, _) => None,
        };
        let cube_turns = situation.largest_cube.saturating_sub(situation.cube.exponent());
        let question = RolloutQuery {
            situation,
            dice,
            most: usize::from(self.plays.unwrap_or(3)),
            filter: query.filter()?.unwrap_or_default(),
            cubeful,
            settings: self.settings(query.asked_depth()?.unwrap_or(Depth::ONE), cube_turns)?,
            longest: self.time.map(Duration::try_from_secs_f64).and_then(Result::ok),
            id,
        };
        // Reject invalid stakes now, before the caller waits for an answer.
        let mut evaluator = question.engine(engines.engine()).evaluator(&Stop::never());
        evaluator.set_stakes(&situation).map_err(QueryError::invalid)?;
        Ok(question)
    }

    /// The rollout settings. The cube can still be turned `cube_turns` times.
    fn settings(&self, depth: Depth, cube_turns: u8) -> Result<rollout::Settings, QueryError> {
        let bad = |reason: RequestError| Err(QueryError::invalid(reason));
        let usual = rollout::Settings::default();
        let games = self.games.unwrap_or(usual.games);
        if !(1..=MOST_GAMES).contains(&games) {
            return bad(RequestError::RolloutGames(MOST_GAMES));
        }
        if self.plays.is_some_and(|plays| !(1..=MOST_PLAYS).contains(&plays)) {
            return bad(RequestError::RolloutPlays(MOST_PLAYS));
        }
        if depth > DEEPEST {
            return bad(RequestError::RolloutDepth(DEEPEST.plies()));
        }
        if self.truncate.is_some_and(|plies| !(1..=ROLLOUT_PLIES).contains(&plies)) {
            return bad(RequestError::RolloutLength(ROLLOUT_PLIES));
        }
        let stopping_rule = parse_stopping_rule(self.standard_error, self.confidence, self.time);
        Ok(rollout::Settings {
            games,
            seed: self.seed.unwrap_or(usual.seed),
            depth,
            truncate: self.truncate,
            variance_reduction: !self.no_variance_reduction,
            stratified: !self.no_stratification,
            cube_turns,
            enough: stopping_rule.map_err(QueryError::invalid)?,
            ..usual
        })
    }
}

impl RolloutQuery {
    /// Maximum games per position.
    pub const fn games(&self) -> u64 {
        self.settings.games
    }

    /// The engine with the settings of this rollout.
    fn engine(&self, engine: &Engine) -> Engine {
        let settings = engine.settings().clone();
        let (filter, cubeful) = (self.filter.filter(), self.cubeful);
        engine.with_settings(Settings { filter, cubeful, ..settings })
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
        let &Self { ref situation, dice, cubeful, .. } = self;
        let engine = self.engine(engine);
        let mut evaluator = engine.evaluator(stop);
        evaluator.set_stakes(situation).map_err(QueryError::invalid)?;
        let began = Instant::now();
        let scale = evaluator.stakes().scale();
        let phase = dice.map_or(situation.phase, Phase::Rolled);
        let id =
            self.id.clone().looking_up(evaluator.tablebase_hit(&situation.position), situation);
        let head = Head::new(id, &Situation { phase, ..*situation });
        let dice_text = dice.map(|dice| dice.to_string());
        engine.install(|| {
            let rivals = match dice {
                None => RolloutCandidates::position(situation),
                Some(dice) => RolloutCandidates::plays(situation, dice, self.most, &mut evaluator),
            };
            let told = |results: &[RolloutResult]| Rollout {
                head: head.clone(),
                dice: dice_text.clone(),
                cubeful,
                results: rivals.rolled_out(scale, results),
            };
            let results = roll_out(&evaluator, rivals.starts(), &self.settings, &mut |results| {
                watch(&told(results))
                    && self.longest.is_none_or(|longest| began.elapsed() < longest)
            });
            Ok(told(&results))
        })
    }
}
