//! What to do with the doubling cube.

use crate::{
    asking::asking,
    chances::{self, WrittenChances},
    engines::Engines,
    refusal::Refusal,
};
use serde::Serialize;
use sheshbesh_analysis::{
    explained::{CannotExplain, CubeExplanation, explain_cube},
    verdicts::{ChancesAnswer, CubeAnswer, EngineId, GivenChances, check_cube},
};
use sheshbesh_evaluator::{Depth, Engine, Evaluator, Filter, Settings, Stop};
use sheshbesh_movegen::Situation;

/// How far an explanation looks, whatever depth it is asked for.
pub(crate) const EXPLAINED: Depth = Depth::THREE;

asking! {
    /// A position before the roll, in which somebody might double or is to answer a double, a beaver or
    /// a raccoon; or the chances of one in its place.
    optional CubeRequest {
        /// Say by how much it is right, how often a market is lost, where it is the other way round.
        #[serde(default)]
        explain: bool,
        /// Chances to be judged by the cube model instead of a position.
        chances: Option<WrittenChances>,
        /// The class of the position that chances are of: `contact` (the default), `race` or
        /// `bearoff`.
        class: Option<String>,
        /// Pips that both sides together have to move in the position that chances are of; usual
        /// ones of its class by default.
        pips: Option<u32>,
    }
}

/// A cube decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum CubeDecision {
    /// In a position.
    Position(Box<CubeAnswer>),
    /// From given chances.
    Chances(Box<ChancesAnswer>),
}

/// A request that was checked.
enum Checked {
    Position(Box<PositionAsked>),
    Chances(Box<GivenChances>),
}

/// A position that is asked about.
struct PositionAsked {
    situation: Situation,
    id: EngineId,
    depth: Depth,
    filter: Filter,
    explained: bool,
}

impl PositionAsked {
    fn answer(self, engine: &Engine, stop: &Stop) -> Result<CubeAnswer, Refusal> {
        let Self { situation, id, depth, filter, explained } = self;
        let settings = Settings { filter, ..engine.settings().clone() };
        let looks = if explained { depth.max(EXPLAINED) } else { depth };
        engine.with_settings(settings).ask(looks, stop, |evaluator| {
            let verdict = evaluator.cube_decision(&situation, depth).map_err(Refusal::nonsense)?;
            let replies = evaluator
                .replies_to_cube(&situation, &verdict, depth)
                .map_err(Refusal::nonsense)?;
            let explanation =
                if explained { Some(explanation(evaluator, &situation, depth)?) } else { None };
            let id = id.looking_up(evaluator.looked_up(&situation.position), &situation);
            let settings = evaluator.settings();
            let answer = CubeAnswer::new(id, &situation, &verdict, replies, settings);
            Ok(CubeAnswer { explanation, ..answer })
        })
    }
}

fn explanation(
    evaluator: &mut Evaluator,
    situation: &Situation,
    depth: Depth,
) -> Result<CubeExplanation, Refusal> {
    let explained = explain_cube(evaluator, situation, depth).map_err(|error| match error {
        CannotExplain::Stopped(_) => Refusal::stopped(error),
        _ => Refusal::failed(error),
    })?;
    let nothing = "the player on roll may not double: nothing to explain";
    explained.ok_or_else(|| Refusal::nonsense(nothing))
}

impl CubeRequest {
    /// The question, ready to be put to the engine.
    ///
    /// # Errors
    /// When it makes no sense, nobody knows the game, or nobody can turn a cube now.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<
        impl FnOnce(&Engine, &Stop) -> Result<CubeDecision, Refusal> + Send + 'static,
        Refusal,
    > {
        let checked = self.checked(engines)?;
        Ok(move |engine: &Engine, stop: &Stop| match checked {
            Checked::Position(asked) => {
                Ok(CubeDecision::Position(Box::new(asked.answer(engine, stop)?)))
            }
            Checked::Chances(given) => {
                let answer = given.answer(engine.settings()).map_err(Refusal::nonsense)?;
                Ok(CubeDecision::Chances(Box::new(answer)))
            }
        })
    }

    fn checked(&self, engines: &Engines) -> Result<Checked, Refusal> {
        let asking = self.asking();
        if let Some(chances) = &self.chances {
            if self.explain {
                return Err(Refusal::nonsense("chances cannot be explained: leave out explain"));
            }
            let given = chances::given(chances, self.class.as_deref(), self.pips, &asking)?;
            return Ok(Checked::Chances(Box::new(given)));
        }
        if self.class.is_some() || self.pips.is_some() {
            return Err(Refusal::nonsense("class and pips belong to chances"));
        }
        let (situation, _, id) = asking.judged(engines, Some(true))?;
        check_cube(&situation).map_err(Refusal::nonsense)?;
        let depth = asking.depth(situation.game)?;
        let filter = asking.filter()?.unwrap_or_default().filter();
        let explained = self.explain;
        Ok(Checked::Position(Box::new(PositionAsked { situation, id, depth, filter, explained })))
    }
}
