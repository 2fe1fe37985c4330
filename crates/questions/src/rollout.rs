//! A position, or the plays of a roll, played out many times.

use crate::{asking::asking, engines::Engines, refusal::Refusal};
use sheshbesh_analysis::verdicts::{EngineId, Head, Rivals, Rollout, enough};
use sheshbesh_evaluator::{
    Depth, Engine, FilterName, Settings, Stop,
    rollout::{self, RolloutResult, roll_out},
};
use sheshbesh_movegen::{Dice, Phase, Situation};
use std::time::{Duration, Instant};

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
    judged RolloutRequest {
        /// A roll, to play its best plays out; by default the position before the roll, unless the ID
        /// has one.
        dice: Option<String>,
        /// Games of each position, at most: 1 to 100,000, and 1,296 by default.
        games: Option<u64>,
        /// How many plays are rolled out, the best at 2-ply: 1 to 50, and 3 by default.
        plays: Option<u16>,
        /// End games after so many plies with a 2-ply verdict; played to the end by default.
        truncate: Option<u32>,
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

/// A rollout that makes sense, ready to be put to the engine.
#[derive(Clone, Debug)]
pub struct RolloutQuestion {
    situation: Situation,
    dice: Option<Dice>,
    /// Plays that are rolled out.
    most: usize,
    filter: FilterName,
    cubeful: bool,
    settings: rollout::Settings,
    longest: Option<Duration>,
    id: EngineId,
}

impl RolloutRequest {
    /// The question, ready to be put to the engine.
    ///
    /// # Errors
    /// When it makes no sense, or nobody knows the game.
    pub fn question(&self, engines: &Engines) -> Result<RolloutQuestion, Refusal> {
        let asking = self.asking();
        let (situation, cubeful, id) = asking.judged(engines, self.cube_counts()?)?;
        if situation.game.end(&situation.position, None).is_some() {
            return Err(Refusal::nonsense("the game is over: there is nothing to roll out"));
        }
        let dice = match (&self.dice, situation.phase) {
            (Some(dice), _) => Some(dice.parse::<Dice>().map_err(Refusal::nonsense)?),
            (None, Phase::Rolled(dice)) => Some(dice),
            (None, _) => None,
        };
        let cube_turns = situation.largest_cube.saturating_sub(situation.cube.exponent());
        let question = RolloutQuestion {
            situation,
            dice,
            most: usize::from(self.plays.unwrap_or(3)),
            filter: asking.filter()?.unwrap_or_default(),
            cubeful,
            settings: self.settings(asking.asked_depth()?.unwrap_or(Depth::ONE), cube_turns)?,
            longest: self.time.map(Duration::try_from_secs_f64).and_then(Result::ok),
            id,
        };
        // What the stakes are is found out before anybody waits.
        let mut evaluator = question.engine(engines.engine()).evaluator(&Stop::never());
        evaluator.set_stakes(&situation).map_err(Refusal::nonsense)?;
        Ok(question)
    }

    /// How it is made, with the cube that can still be turned so often.
    fn settings(&self, depth: Depth, cube_turns: u8) -> Result<rollout::Settings, Refusal> {
        let bad = |what: &str| Err(Refusal::nonsense(what));
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
            enough: enough.map_err(Refusal::nonsense)?,
            ..usual
        })
    }
}

impl RolloutQuestion {
    /// Games of each position, at most.
    pub const fn games(&self) -> u64 {
        self.settings.games
    }

    /// The engine as it judges here.
    fn engine(&self, engine: &Engine) -> Engine {
        let settings = engine.settings().clone();
        let (filter, cubeful) = (self.filter.filter(), self.cubeful);
        engine.with_settings(Settings { filter, cubeful, ..settings })
    }

    /// Plays the games. After each round `watch` is given what is known, and says whether it is to go
    /// on. One that is stopped answers with the games that were finished, which may be none.
    ///
    /// # Errors
    /// When the engine does not judge the game.
    pub fn answer(
        &self,
        engine: &Engine,
        stop: &Stop,
        watch: &mut (dyn FnMut(&Rollout) -> bool + Send),
    ) -> Result<Rollout, Refusal> {
        let &Self { ref situation, dice, cubeful, .. } = self;
        let engine = self.engine(engine);
        let mut evaluator = engine.evaluator(stop);
        evaluator.set_stakes(situation).map_err(Refusal::nonsense)?;
        let began = Instant::now();
        let scale = evaluator.stakes().scale();
        let phase = dice.map_or(situation.phase, Phase::Rolled);
        let id = self.id.clone().looking_up(evaluator.looked_up(&situation.position), situation);
        let head = Head::new(id, &Situation { phase, ..*situation });
        let dice_text = dice.map(|dice| dice.to_string());
        engine.install(|| {
            let rivals = match dice {
                None => Rivals::position(situation),
                Some(dice) => Rivals::plays(situation, dice, self.most, &mut evaluator),
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
