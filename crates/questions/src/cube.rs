//! What to do with the doubling cube.

use crate::{asking::asking, engines::Engines, refusal::Refusal};
use sheshbesh_analysis::{
    explained::{CannotExplain, explain_cube},
    verdicts::CubeAnswer,
};
use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
use sheshbesh_movegen::{Phase, Situation};

/// How far an explanation looks, whatever depth it is asked for.
pub(crate) const EXPLAINED: Depth = Depth::THREE;

asking! {
    /// A position before the roll, in which somebody might double.
    CubeRequest {
        /// Say by how much it is right, how often a market is lost, where it is the other way round.
        #[serde(default)]
        explain: bool,
    }
}

/// Refuses positions in which nobody can turn a cube now.
pub(crate) fn check_before_roll(situation: &Situation) -> Result<(), Refusal> {
    if !situation.game.has_cube() {
        let sentence = format_args!("{} is played without a cube", situation.game);
        return Err(Refusal::nonsense(sentence));
    }
    if situation.game.end(&situation.position, None).is_some() {
        return Err(Refusal::nonsense("the game is over: there is no cube to turn"));
    }
    match situation.phase {
        Phase::Rolled(dice) => Err(Refusal::nonsense(format_args!(
            "{dice} has been rolled already: the cube is turned before the roll"
        ))),
        _ => Ok(()),
    }
}

impl CubeRequest {
    /// The question, ready to be put to the engine.
    ///
    /// # Errors
    /// When it makes no sense, nobody knows the game, or nobody can turn a cube now.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<impl FnOnce(&Engine, &Stop) -> Result<CubeAnswer, Refusal> + Send + 'static, Refusal>
    {
        let asking = self.asking();
        let (situation, _, id) = asking.judged(engines, Some(true))?;
        check_before_roll(&situation)?;
        let depth = asking.depth(situation.game)?;
        let filter = asking.filter()?.unwrap_or_default().filter();
        let explained = self.explain;
        let looks = if explained { depth.max(EXPLAINED) } else { depth };
        Ok(move |engine: &Engine, stop: &Stop| {
            let settings = Settings { filter, ..engine.settings().clone() };
            engine.with_settings(settings).ask(looks, stop, |evaluator| {
                let verdict =
                    evaluator.cube_decision(&situation, depth).map_err(Refusal::nonsense)?;
                let explanation = if explained {
                    let explained = explain_cube(evaluator, &situation, depth).map_err(
                        |error| match error {
                            CannotExplain::Stopped(_) => Refusal::stopped(error),
                            _ => Refusal::failed(error),
                        },
                    )?;
                    let nothing = "the player on roll may not double: nothing to explain";
                    Some(explained.ok_or_else(|| Refusal::nonsense(nothing))?)
                } else {
                    None
                };
                let id = id.looking_up(evaluator.looked_up(&situation.position), &situation);
                let equities = &evaluator.settings().equities;
                let answer = CubeAnswer::new(id, &situation, &verdict, equities);
                Ok(CubeAnswer { explanation, ..answer })
            })
        })
    }
}
