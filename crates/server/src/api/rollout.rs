//! `POST /jobs/rollout`: a position, or the plays of a roll, played out many times.

use super::jobs::accepted;
use crate::{
    app::App,
    ask::asking,
    body::Body,
    fault::Fault,
    jobs::{Found, Kind, Status},
};
use axum::{extract::State, response::Response};
use sheshbesh_analysis::verdicts::{Head, Rivals, Rollout, enough};
use sheshbesh_evaluator::{
    Depth, Settings,
    rollout::{self, RolloutResult, roll_out},
};
use sheshbesh_movegen::{Dice, Phase};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Most games of each position.
const MOST_GAMES: u64 = 100_000;
/// Most plays that are rolled out.
const MOST_PLAYS: u16 = 50;
/// Both sides look no further ahead.
const DEEPEST: Depth = Depth::THREE;
/// Games end after at most so many plies.
const MOST_PLIES: u32 = 1000;

asking! {
    /// A position, or the plays of a roll, to be played out. `ply`, 1 to 3, is how far both sides look
    /// ahead.
    RolloutRequest {
        /// A roll, to play its best plays out; by default the position before the roll, unless the ID
        /// has one.
        dice: Option<String>,
        /// Games of each position, at most: 1 to 100,000, and 1,296 by default.
        games: Option<u64>,
        /// How many plays are rolled out, the best at 2-ply: 1 to 50, and 3 by default.
        plays: Option<u16>,
        /// End games after so many plies with a 2-ply verdict; played to the end by default.
        truncate: Option<u32>,
        /// Turn the cube.
        #[serde(default)]
        cubeful: bool,
        /// Seed of the dice; 1 by default.
        seed: Option<u64>,
        /// Do not take the luck of the rolls off the results.
        #[serde(default)]
        no_variance_reduction: bool,
        /// Draw the first rolls at random too, instead of each equally often.
        #[serde(default)]
        no_stratification: bool,
        /// Stop when every standard error is no more than this, in points.
        standard_error: Option<f32>,
        /// Stop when the best play is the best with this confidence, such as 0.95.
        confidence: Option<f32>,
        /// Stop after so many seconds.
        time: Option<f64>,
    }
}

impl RolloutRequest {
    /// How it is made, with the cube that can still be turned so often.
    fn settings(&self, depth: Depth, cube_turns: u8) -> Result<rollout::Settings, Fault> {
        let bad = |what: &str| Err(Fault::nonsense(what));
        let usual = rollout::Settings::default();
        let games = self.games.unwrap_or(usual.games);
        if !(1..=MOST_GAMES).contains(&games) {
            return bad("games are 1 to 100000");
        }
        if self.plays.is_some_and(|plays| !(1..=MOST_PLAYS).contains(&plays)) {
            return bad("plays are 1 to 50");
        }
        if depth > DEEPEST {
            return bad("a rollout looks 1 to 3 plies ahead");
        }
        if self.truncate.is_some_and(|plies| !(1..=MOST_PLIES).contains(&plies)) {
            return bad("games are truncated after 1 to 1000 plies");
        }
        let enough = enough(self.standard_error, self.confidence, self.time);
        Ok(rollout::Settings {
            games,
            seed: self.seed.unwrap_or(usual.seed),
            depth,
            truncate: self.truncate,
            variance_reduction: !self.no_variance_reduction,
            stratified: !self.no_stratification,
            cube_turns,
            enough: enough.map_err(Fault::nonsense)?,
            ..usual
        })
    }
}

/// Plays a position, or the best plays of a roll, out many times
#[utoipa::path(
    post,
    path = "/jobs/rollout",
    tag = "jobs",
    request_body = RolloutRequest,
    responses((status = 202, description = "The job, which Location leads to.", body = Status))
)]
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    Body(request): Body<RolloutRequest>,
) -> Result<Response, Fault> {
    let asking = request.asking();
    let situation = asking.judged(&app, request.cubeful)?;
    if situation.game.end(&situation.position, None).is_some() {
        return Err(Fault::nonsense("the game is over: there is nothing to roll out"));
    }
    let dice = match (&request.dice, situation.phase) {
        (Some(dice), _) => Some(dice.parse::<Dice>().map_err(Fault::nonsense)?),
        (None, Phase::Rolled(dice)) => Some(dice),
        (None, _) => None,
    };
    let depth = asking.depth()?;
    let filter = asking.filter()?.unwrap_or_default().filter();
    let cube_turns = situation.largest_cube.saturating_sub(situation.cube.exponent());
    let settings = request.settings(depth, cube_turns)?;
    let cubeful = request.cubeful;
    // What the stakes are is found out before anybody waits.
    let usual = app.work.engine().settings().clone();
    let engine = app.work.engine().with_settings(Settings { filter, cubeful, ..usual });
    let mut evaluator = engine.evaluator(&sheshbesh_evaluator::Stop::never());
    evaluator.set_stakes(&situation).map_err(Fault::nonsense)?;
    let most = usize::from(request.plays.unwrap_or(3));
    let longest = request.time.map(Duration::try_from_secs_f64);
    let longest = longest.and_then(Result::ok);
    let (id, time) = (app.engine_of(situation.game).map_err(Fault::nonsense)?, app.jobs.longest());
    let status = app.jobs.post(Kind::Rollout, settings.games, move |engine, stop, watched| {
        let kept = evaluator.settings().clone();
        let mut evaluator = evaluator.with_settings(Settings { stop: stop.clone(), ..kept });
        let began = Instant::now();
        let scale = evaluator.stakes().scale();
        let phase = dice.map_or(situation.phase, Phase::Rolled);
        let id = id.looking_up(evaluator.looked_up(&situation.position), &situation);
        let head = Head::new(id, &sheshbesh_movegen::Situation { phase, ..situation });
        engine.install(|| {
            let rivals = match dice {
                None => Rivals::position(&situation),
                Some(dice) => Rivals::plays(&situation, dice, most, &mut evaluator),
            };
            let told = |results: &[RolloutResult]| {
                let results = rivals.rolled_out(scale, results);
                let dice = dice.map(|dice| dice.to_string());
                serde_json::to_string(&Rollout { head: head.clone(), dice, results })
            };
            let results = roll_out(&evaluator, rivals.starts(), &settings, &mut |results| {
                let games = results.iter().map(|result| result.games).max().unwrap_or(0);
                watched.tell(games, told(results).ok());
                longest.is_none_or(|longest| began.elapsed() < longest)
            });
            if results.iter().any(|result| result.games == 0) {
                return Err(Fault::nonsense(format_args!(
                    "no games were finished within {time}: ask for fewer plies or fewer plays"
                )));
            }
            // Whoever cancels it hears nothing more of it: time is up.
            let note = stop.is_due().then(|| {
                format!("the rollout was ended after {time}, before it had all its games")
            });
            Ok(Found { result: told(&results).map_err(Fault::ours)?, note, ..Found::default() })
        })
    })?;
    accepted(&status)
}
