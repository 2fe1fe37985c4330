//! Doubling cube decisions.

use crate::{
    answers::{ChancesAnswer, CubeAnswer, GivenChances},
    chances::{self, WrittenChances},
    engines::Engines,
    error::QueryError,
    position_query::position_query,
    queries::CubeQuery,
    request_error::RequestError,
};
use serde::Serialize;
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{Engine, Stop};

position_query! {
    /// A cube decision: a position before the roll in which the player on roll may double, or in
    /// which a double, a beaver or a raccoon must be answered; or outcome probabilities instead of
    /// a position.
    optional CubeRequest {
        /// Explain the decision: its margin, take point and gammon values; for a position also
        /// market losers and the scores at which it flips.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CubeDecision))]
#[serde(untagged)]
pub enum CubeResponse {
    /// For a position.
    Position(Box<CubeAnswer>),
    /// For given outcome probabilities.
    Chances(Box<ChancesAnswer>),
}

/// A validated request.
enum Checked {
    Position(Box<(CubeQuery, EngineId)>),
    Chances(Box<GivenChances>),
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
        impl FnOnce(&Engine, &Stop) -> Result<CubeResponse, QueryError> + Send + 'static,
        QueryError,
    > {
        let checked = self.checked(engines)?;
        Ok(move |engine: &Engine, stop: &Stop| match checked {
            Checked::Position(checked) => {
                let (query, id) = *checked;
                Ok(CubeResponse::Position(Box::new(query.answer(engine, id, stop)?)))
            }
            Checked::Chances(given) => {
                let answer = given.answer(engine.settings())?;
                Ok(CubeResponse::Chances(Box::new(answer)))
            }
        })
    }

    fn checked(&self, engines: &Engines) -> Result<Checked, QueryError> {
        let query = self.common_fields();
        if let Some(chances) = &self.chances {
            let given = chances::read_given(chances, self.class.as_deref(), self.pips, &query)?;
            let given = given.explaining(self.explain);
            return Ok(Checked::Chances(Box::new(given)));
        }
        if self.class.is_some() || self.pips.is_some() {
            return Err(QueryError::invalid(RequestError::NoChances));
        }
        let (situation, id) = query.evaluation_subject(engines, Some(true))?;
        let cube_query = CubeQuery::new(situation, query.search_options(None)?)?;
        Ok(Checked::Position(Box::new((cube_query.explaining(self.explain), id))))
    }
}
