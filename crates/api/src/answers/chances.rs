//! Cube decisions from given probabilities: the answer of `shesh cube --chances`.

use super::cube::CubeFigures;
use crate::{
    error::QueryError,
    outcomes::{ChancesError, parse_outcomes, phase},
    request_error::RequestError,
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{
    EngineId,
    explain::{ChancesExplanation, explain_chances},
};
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeDecision, CubeModel, InvalidStakes, Phase},
};
use sheshbesh_movegen::{Class, Situation};
use sheshbesh_network::Outcomes;

/// Cube decision from outcome probabilities given in place of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChancesAnswer {
    /// Program version; no network is used.
    pub engine: EngineId,
    /// Name of the game.
    pub game: String,
    /// Class of the position that the probabilities describe: `contact`, `race` or `bearoff`.
    pub class: String,
    /// Pip count of both sides together.
    pub pips: u32,
    /// Equities of the decisions.
    #[serde(flatten)]
    pub figures: CubeFigures,
    /// Explanation of the decision, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<ChancesExplanation>,
}

/// Outcome probabilities with the context that a cube decision needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenChances {
    /// Outcome probabilities of the player on roll.
    pub outcomes: Outcomes,
    /// Class and pip count of the position.
    pub phase: Phase,
    /// Game, cube, score and rules; the position is ignored.
    pub situation: Situation,
    explained: bool,
}

impl GivenChances {
    /// Reads probabilities from percentages, see [`parse_outcomes`]. Without `pips`, a typical pip count
    /// of the class is used.
    ///
    /// # Errors
    /// If the percentages or the pip count are impossible.
    pub fn new(
        situation: Situation,
        percent: &[f64],
        class: Class,
        pips: Option<u32>,
    ) -> Result<Self, ChancesError> {
        let outcomes = parse_outcomes(percent, situation.game)?;
        Ok(Self { outcomes, phase: phase(class, pips)?, situation, explained: false })
    }

    /// Adds an explanation of the decision to the answer.
    pub fn explaining(self, explained: bool) -> Self {
        Self { explained, ..self }
    }

    /// Evaluates the decision with the cube model.
    ///
    /// # Errors
    /// If the stakes are invalid.
    fn decision(&self, settings: &Settings) -> Result<CubeDecision, InvalidStakes> {
        let Self { situation, outcomes, phase, .. } = self;
        let efficiency = settings.efficiency_in(situation.game);
        let model = CubeModel::new(situation, &settings.equities.of(situation), efficiency, true)?;
        Ok(CubeDecision::of_outcomes(situation, &model, outcomes, *phase))
    }

    fn figures(&self, decision: &CubeDecision, settings: &Settings) -> CubeFigures {
        CubeFigures::new(&self.situation, decision, settings, self.phase)
    }

    /// Returns the answer, using the match equities and cube efficiency of the settings.
    ///
    /// # Errors
    /// If the stakes are invalid, or there is nothing to explain.
    pub fn answer(&self, settings: &Settings) -> Result<ChancesAnswer, QueryError> {
        let decision = self.decision(settings).map_err(QueryError::invalid)?;
        let explanation = if self.explained {
            let explained = explain_chances(&self.situation, settings, &decision, self.phase);
            let explained = explained.map_err(QueryError::invalid)?;
            Some(explained.ok_or_else(|| QueryError::invalid(RequestError::NoDouble))?)
        } else {
            None
        };
        Ok(ChancesAnswer {
            engine: EngineId::program(),
            game: self.situation.game.to_string(),
            class: class_name(self.phase.class).to_owned(),
            pips: self.phase.pips,
            figures: self.figures(&decision, settings),
            explanation,
        })
    }
}

/// Name of a class, as in the option `--class`.
const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Contact => "contact",
        Class::Race => "race",
        Class::Bearoff => "bearoff",
        Class::Over => "over",
    }
}
