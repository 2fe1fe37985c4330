//! Rollouts of a position, or of the plays of a roll.

use super::subject::{SearchOptions, Subject};
use crate::{
    answers::{Head, Rollout, RolloutCandidates},
    error::QueryError,
    limits::{Limits, ROLLOUT_DEPTH, ROLLOUT_PLIES},
    request_error::RequestError,
    roll_checks::check_roll,
    stopping_rule::parse_stopping_rule,
};
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{
    Depth, Engine, EvaluationLevel, Stop, clock,
    cube::Scale,
    rollout::{self, RolloutResult, roll_out_among},
};
use sheshbesh_movegen::{Dice, Phase, Situation};
use sheshbesh_parallel::Executor;
use std::time::Duration;

/// Options of a rollout, besides the search options.
///
/// ```
/// use sheshbesh_api::queries::RolloutOptions;
/// let options = RolloutOptions { games: 36, ..RolloutOptions::default() };
/// assert!((options.plays, options.seed) == (3, 1) && options.variance_reduction);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutOptions {
    /// Maximum number of games of each position. Default: 1,296.
    pub games: u64,
    /// Number of plays to roll out, the best at 2-ply. Default: 3.
    pub plays: u16,
    /// Number of plies after which games end with a 2-ply evaluation. Default: play to the end.
    pub truncate: Option<u32>,
    /// Seed of the dice. Default: 1.
    pub seed: u64,
    /// Subtract the luck of the rolls from the results. Default: true.
    pub variance_reduction: bool,
    /// Play each first roll equally often. Default: true.
    pub stratified: bool,
    /// Stop when every standard error is at most this number of points.
    pub standard_error: Option<f32>,
    /// Stop when the best play is best with this confidence.
    pub confidence: Option<f32>,
    /// Stop after this number of seconds.
    pub seconds: Option<f64>,
}

impl Default for RolloutOptions {
    fn default() -> Self {
        let usual = rollout::Settings::default();
        Self {
            games: usual.games,
            plays: 3,
            truncate: usual.truncate,
            seed: usual.seed,
            variance_reduction: usual.variance_reduction,
            stratified: usual.stratified,
            standard_error: None,
            confidence: None,
            seconds: None,
        }
    }
}

impl RolloutOptions {
    /// Settings of the rollout. The cube can still be turned `cube_turns` times.
    fn settings(
        &self,
        level: EvaluationLevel,
        cube_turns: u8,
        limits: &Limits,
    ) -> Result<rollout::Settings, QueryError> {
        let &Limits { rollout_games: most_games, rollout_plays: most_plays, .. } = limits;
        if !(1..=most_games).contains(&self.games) {
            return Err(QueryError::invalid(RequestError::RolloutGames(most_games)));
        }
        if !(1..=most_plays).contains(&self.plays) {
            return Err(QueryError::invalid(RequestError::RolloutPlays(most_plays)));
        }
        let depth = match level {
            EvaluationLevel::Search(depth) if depth <= ROLLOUT_DEPTH => depth,
            _ => {
                return Err(QueryError::invalid(RequestError::RolloutDepth(ROLLOUT_DEPTH.plies())));
            }
        };
        if self.truncate.is_some_and(|plies| !(1..=ROLLOUT_PLIES).contains(&plies)) {
            return Err(QueryError::invalid(RequestError::RolloutLength(ROLLOUT_PLIES)));
        }
        let enough = parse_stopping_rule(self.standard_error, self.confidence, self.seconds);
        Ok(rollout::Settings {
            games: self.games,
            seed: self.seed,
            depth,
            truncate: self.truncate,
            variance_reduction: self.variance_reduction,
            stratified: self.stratified,
            cube_turns,
            enough: enough.map_err(QueryError::invalid)?,
            ..rollout::Settings::default()
        })
    }
}

/// A rollout of a position, or of the plays of a roll.
#[derive(Clone, Copy, Debug)]
pub struct RolloutQuery {
    subject: Subject,
    dice: Option<Dice>,
    /// Number of plays to roll out.
    plays: usize,
    settings: rollout::Settings,
    time_limit: Option<Duration>,
}

impl RolloutQuery {
    /// Creates the query with the default options, about the position before the roll.
    ///
    /// # Errors
    /// When the game is over.
    pub fn new(situation: Situation) -> Result<Self, QueryError> {
        if situation.game.end(&situation.position, None).is_some() {
            return Err(QueryError::invalid(RequestError::NothingToRollOut));
        }
        let search = SearchOptions { level: Some(Depth::ONE.into()), ..SearchOptions::default() };
        let cube_turns = situation.largest_cube.saturating_sub(situation.cube.exponent());
        Ok(Self {
            subject: Subject::new(situation, search),
            dice: None,
            plays: RolloutOptions::default().plays.into(),
            settings: rollout::Settings { cube_turns, ..rollout::Settings::default() },
            time_limit: None,
        })
    }

    /// Rolls out the plays of a roll, if one is given, instead of the position before the roll.
    ///
    /// # Errors
    /// When the last turn has left other numbers to play.
    pub fn of_roll(self, dice: Option<Dice>) -> Result<Self, QueryError> {
        if let Some(dice) = dice {
            check_roll(self.situation(), dice)?;
        }
        Ok(Self { dice, ..self })
    }

    /// Sets the options.
    ///
    /// # Errors
    /// When an option exceeds the limits.
    pub fn with_options(
        self,
        search: SearchOptions,
        options: RolloutOptions,
        limits: &Limits,
    ) -> Result<Self, QueryError> {
        let level = search.level.unwrap_or_else(|| Depth::ONE.into());
        let subject =
            Subject::new(*self.situation(), SearchOptions { level: Some(level), ..search });
        Ok(Self {
            subject,
            plays: options.plays.into(),
            settings: options.settings(level, self.settings.cube_turns, limits)?,
            time_limit: options.seconds.map(Duration::try_from_secs_f64).and_then(Result::ok),
            ..self
        })
    }

    /// Situation that is rolled out.
    pub const fn situation(&self) -> &Situation {
        &self.subject.situation
    }

    /// Settings of the rollout.
    pub const fn settings(&self) -> &rollout::Settings {
        &self.settings
    }

    /// Checks that the engine can evaluate the game and the stakes.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check_stakes(&self, engine: &Engine) -> Result<(), QueryError> {
        let mut evaluator = self.subject.engine(engine).evaluator(&Stop::never());
        evaluator.set_stakes(self.situation()).map_err(QueryError::invalid)
    }

    /// Runs the rollout on the ranks of an executor; `id` identifies the engine in the answer.
    /// After each round, calls `watch` with the results so far; the rollout ends when `watch`
    /// returns false. A stopped rollout returns the games that were finished, which may be none.
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes.
    pub fn answer(
        &self,
        executor: &Executor,
        engine: &Engine,
        id: EngineId,
        stop: &Stop,
        watch: &mut (dyn FnMut(&RolloutProgress<'_>) -> bool + Send),
    ) -> Result<Rollout, QueryError> {
        let &Self { ref subject, dice, .. } = self;
        let &Subject { ref situation, cubeful, .. } = subject;
        let engine = subject.engine(engine);
        let mut evaluator = engine.evaluator(stop);
        evaluator.set_stakes(situation).map_err(QueryError::invalid)?;
        let began = clock::now();
        let scale = evaluator.stakes().scale();
        let phase = dice.map_or(situation.phase, Phase::Rolled);
        let head = Head::new(id, &Situation { phase, ..*situation })
            .with_tablebase_hit(evaluator.tablebase_hit(&situation.position), situation);
        engine.install(|| {
            let candidates = match dice {
                None => RolloutCandidates::position(situation),
                Some(dice) => RolloutCandidates::plays(situation, dice, self.plays, &mut evaluator),
            };
            let (head, candidates) = (&head, &candidates);
            let none = RolloutProgress { head, dice, cubeful, candidates, scale, results: &[] };
            let (starts, settings) = (candidates.starts(), &self.settings);
            let results = roll_out_among(executor, &evaluator, starts, settings, &mut |results| {
                watch(&RolloutProgress { results, ..none })
                    && self.time_limit.is_none_or(|limit| clock::now() - began < limit)
            });
            Ok(RolloutProgress { results: &results, ..none }.answer())
        })
    }
}

/// Results of a rollout so far.
#[derive(Clone, Copy, Debug)]
pub struct RolloutProgress<'a> {
    head: &'a Head,
    dice: Option<Dice>,
    cubeful: bool,
    candidates: &'a RolloutCandidates,
    /// Conversion of values to points.
    pub scale: Scale,
    /// Result of each candidate, in their order by the 2-ply ranking.
    pub results: &'a [RolloutResult],
}

impl RolloutProgress<'_> {
    /// Number of games of the candidate that has played most.
    pub fn games(&self) -> u64 {
        self.results.iter().map(|result| result.games).max().unwrap_or(0)
    }

    /// The answer so far, best first.
    pub fn answer(&self) -> Rollout {
        Rollout {
            head: self.head.clone(),
            dice: self.dice.map(|dice| dice.to_string()),
            cubeful: self.cubeful,
            results: self.candidates.rolled_out(self.scale, self.results),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Game;

    fn refused(options: RolloutOptions, ply: u32, limits: &Limits) -> Option<String> {
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let search =
            SearchOptions { level: Depth::new(ply).map(Into::into), ..SearchOptions::default() };
        let query = RolloutQuery::new(start).unwrap().with_options(search, options, limits);
        query.err().map(|error| error.to_string())
    }

    #[test]
    fn commands_may_ask_for_more_than_requests() {
        let usual = RolloutOptions::default();
        for limits in [Limits::COMMANDS, Limits::REQUESTS] {
            let Limits { rollout_games: games, rollout_plays: plays, .. } = limits;
            assert_eq!(refused(RolloutOptions { games, plays, ..usual }, 3, &limits), None);
            for (options, ply, sentence) in [
                (
                    RolloutOptions { games: games + 1, ..usual },
                    1,
                    format!("games must be 1 to {games}"),
                ),
                (
                    RolloutOptions { plays: plays + 1, ..usual },
                    1,
                    format!("plays must be 1 to {plays}"),
                ),
                (usual, 4, "ply must be 1 to 3 for a rollout".to_owned()),
                (
                    RolloutOptions { truncate: Some(1001), ..usual },
                    1,
                    "truncate must be 1 to 1000 plies".to_owned(),
                ),
            ] {
                assert_eq!(refused(options, ply, &limits), Some(sentence));
            }
        }
        let many = RolloutOptions { games: Limits::REQUESTS.rollout_games + 1, ..usual };
        assert_eq!(refused(many, 1, &Limits::COMMANDS), None);
    }
}
