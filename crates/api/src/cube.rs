//! Doubling cube decisions.

use crate::{
    answers::{ChancesAnswer, CubeAnswer, GivenChances, check_cube},
    chances::{self, WrittenChances},
    engines::Engines,
    error::{QueryError, QueryErrorKind},
    position_query::position_query,
    request_error::RequestError,
};
use serde::Serialize;
use sheshbesh_analysis::{
    EngineId,
    explain::{CubeExplanation, ExplainError, explain_cube},
};
use sheshbesh_evaluator::{Depth, Engine, Evaluator, Filter, Settings, Stop};
use sheshbesh_movegen::Situation;

/// Depth that an explanation searches even if the requested depth is lower.
pub(crate) const EXPLAINED: Depth = Depth::THREE;

position_query! {
    /// A cube decision: a position before the roll in which the player on roll may double, or in
    /// which a double, a beaver or a raccoon must be answered; or outcome probabilities instead of
    /// a position.
    optional CubeRequest {
        /// Explain the decision: its margin, the share of market losers, and the scores at which it
        /// flips.
        #[serde(default)]
        explain: bool,
        /// Outcome probabilities, evaluated by the cube model instead of a position.
        chances: Option<WrittenChances>,
        /// Position class of the outcome probabilities: `contact` (default), `race` or `bearoff`.
        class: Option<String>,
        /// Total pips of both sides in the position of the outcome probabilities. Default: a
        /// typical number for its class.
        pips: Option<u32>,
    }
}

/// A cube decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum CubeDecision {
    /// For a position.
    Position(Box<CubeAnswer>),
    /// For given outcome probabilities.
    Chances(Box<ChancesAnswer>),
}

/// A validated request.
enum Checked {
    Position(Box<CubeQuery>),
    Chances(Box<GivenChances>),
}

/// A validated request about a position.
struct CubeQuery {
    situation: Situation,
    id: EngineId,
    depth: Depth,
    filter: Filter,
    explained: bool,
}

impl CubeQuery {
    fn answer(self, engine: &Engine, stop: &Stop) -> Result<CubeAnswer, QueryError> {
        let Self { situation, id, depth, filter, explained } = self;
        let settings = Settings { filter, ..engine.settings().clone() };
        let looks = if explained { depth.max(EXPLAINED) } else { depth };
        engine.with_settings(settings).ask(looks, stop, |evaluator| {
            let verdict =
                evaluator.cube_decision(&situation, depth).map_err(QueryError::invalid)?;
            let replies = evaluator
                .replies_to_cube(&situation, &verdict, depth)
                .map_err(QueryError::invalid)?;
            let explanation =
                if explained { Some(explanation(evaluator, &situation, depth)?) } else { None };
            let id = id.looking_up(evaluator.tablebase_hit(&situation.position), &situation);
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
) -> Result<CubeExplanation, QueryError> {
    let explained = explain_cube(evaluator, situation, depth).map_err(|error| match error {
        ExplainError::Stopped(_) => QueryError::coded(QueryErrorKind::Stopped, error),
        _ => QueryError::coded(QueryErrorKind::Failed, error),
    })?;
    explained.ok_or_else(|| QueryError::invalid(RequestError::NoDouble))
}

impl CubeRequest {
    /// Validates the request and returns a closure that computes the answer with the engine.
    ///
    /// # Errors
    /// When the request is invalid, no network evaluates the game, or no player can turn the cube
    /// now.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<
        impl FnOnce(&Engine, &Stop) -> Result<CubeDecision, QueryError> + Send + 'static,
        QueryError,
    > {
        let checked = self.checked(engines)?;
        Ok(move |engine: &Engine, stop: &Stop| match checked {
            Checked::Position(asked) => {
                Ok(CubeDecision::Position(Box::new(asked.answer(engine, stop)?)))
            }
            Checked::Chances(given) => {
                let answer = given.answer(engine.settings()).map_err(QueryError::invalid)?;
                Ok(CubeDecision::Chances(Box::new(answer)))
            }
        })
    }

    fn checked(&self, engines: &Engines) -> Result<Checked, QueryError> {
        let query = self.common_fields();
        if let Some(chances) = &self.chances {
            if self.explain {
                return Err(QueryError::invalid(RequestError::ChancesExplained));
            }
            let given = chances::read_given(chances, self.class.as_deref(), self.pips, &query)?;
            return Ok(Checked::Chances(Box::new(given)));
        }
        if self.class.is_some() || self.pips.is_some() {
            return Err(QueryError::invalid(RequestError::NoChances));
        }
        let (situation, _, id) = query.evaluation_subject(engines, Some(true))?;
        check_cube(&situation).map_err(QueryError::invalid)?;
        let depth = query.depth(situation.game)?;
        let filter = query.filter()?.unwrap_or_default().filter();
        let explained = self.explain;
        Ok(Checked::Position(Box::new(CubeQuery { situation, id, depth, filter, explained })))
    }
}
