//! One question asked at every score of a match.

use crate::{
    asking::{asking, dice},
    engines::Engines,
    refusal::Refusal,
};
use serde::Serialize;
use sheshbesh_analysis::verdicts::{CannotAskEverywhere, CubeScores, PlayScores, check_cube};
use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
use sheshbesh_movegen::Phase;

asking! {
    /// A position to be judged at every score: a roll in it where there is one, or else the cube.
    judged ScoresRequest {
        /// The roll, such as `31`. Without one, and where the position has none, the cube is asked
        /// about.
        dice: Option<String>,
        /// Points of the match, 1 to 25.
        length: u16,
    }
}

/// What to do at every score.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Scores {
    /// Which play is the best.
    Plays(PlayScores),
    /// What to do with the cube.
    Cube(CubeScores),
}

/// The longest match, as on the command line.
const LONGEST: u16 = 25;
/// Deeper than that, hundreds of scores take minutes.
const DEEPEST: Depth = Depth::THREE;

impl From<CannotAskEverywhere> for Refusal {
    fn from(error: CannotAskEverywhere) -> Self {
        match error {
            CannotAskEverywhere::Unwritable(error) => Self::failed(error),
            error => Self::nonsense(error),
        }
    }
}

impl ScoresRequest {
    /// The question, ready to be put to the engine.
    ///
    /// # Errors
    /// When it makes no sense, nobody knows the game, or there is nothing to decide.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<impl FnOnce(&Engine, &Stop) -> Result<Scores, Refusal> + Send + 'static, Refusal>
    {
        let asking = self.asking();
        if asking.states_a_score() {
            let sentence = "every score is asked for: match, money, score, crawford, jacoby and beavers say nothing";
            return Err(Refusal::nonsense(sentence));
        }
        let length = self.length;
        if !(1..=LONGEST).contains(&length) {
            let sentence = format_args!("length is 1 to {LONGEST} points, not {length}");
            return Err(Refusal::nonsense(sentence));
        }
        let (situation, cubeful, id) = asking.judged(engines, self.cube_counts()?)?;
        let depth = asking.depth(situation.game)?;
        if depth > DEEPEST {
            let sentence = format_args!("every score is asked at {DEEPEST} plies at most");
            return Err(Refusal::nonsense(sentence));
        }
        let has_roll = self.dice.is_some() || matches!(situation.phase, Phase::Rolled(_));
        let roll = has_roll.then(|| dice(self.dice.as_deref(), &situation)).transpose()?;
        if roll.is_none() {
            check_cube(&situation).map_err(Refusal::nonsense)?;
        }
        let filter = asking.filter()?.unwrap_or_default().filter();
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
