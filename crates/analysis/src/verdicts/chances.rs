//! Cube decisions from given chances: the answer of `shesh cube --chances`.

use super::{EngineId, cube::CubeFigures, stakes::stakes_words};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeModel, CubeVerdict, InvalidStakes, Phase},
};
use sheshbesh_movegen::{Class, Situation};
use sheshbesh_network::Outcomes;

/// A cube decision from chances that are given instead of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChancesAnswer {
    /// The program; no network judges.
    pub engine: EngineId,
    /// The game.
    pub game: String,
    /// The class of the position that the chances are of: `contact`, `race` or `bearoff`.
    pub class: String,
    /// Pips that both sides together have to move.
    pub pips: u32,
    /// The worth of each decision.
    #[serde(flatten)]
    pub figures: CubeFigures,
}

/// Chances with what they are judged by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenChances {
    /// The chances of the player on roll.
    pub outcomes: Outcomes,
    /// The class of the position and the pips.
    pub phase: Phase,
    /// Game, cube, score and rules; the position counts for nothing.
    pub situation: Situation,
}

impl GivenChances {
    /// The decision by the cube model.
    ///
    /// # Errors
    /// When the stakes make no sense.
    fn verdict(&self, settings: &Settings) -> Result<CubeVerdict, InvalidStakes> {
        let Self { situation, outcomes, phase } = self;
        let efficiency = settings.efficiency_in(situation.game);
        let model = CubeModel::new(situation, &settings.equities, efficiency, true)?;
        Ok(CubeVerdict::of_outcomes(situation, &model, outcomes, *phase))
    }

    /// The answer, by the match equities and the cube efficiency of the settings.
    ///
    /// # Errors
    /// When the stakes make no sense.
    pub fn answer(&self, settings: &Settings) -> Result<ChancesAnswer, InvalidStakes> {
        let verdict = self.verdict(settings)?;
        Ok(ChancesAnswer {
            engine: EngineId::program(),
            game: self.situation.game.to_string(),
            class: class_name(self.phase.class).to_owned(),
            pips: self.phase.pips,
            figures: CubeFigures::new(&self.situation, &verdict, settings, self.phase),
        })
    }

    /// The answer in words and numbers.
    ///
    /// # Errors
    /// As [`GivenChances::answer`].
    pub fn words(&self, settings: &Settings) -> Result<String, InvalidStakes> {
        let verdict = self.verdict(settings)?;
        let Phase { class, pips } = self.phase;
        let figures = CubeFigures::new(&self.situation, &verdict, settings, self.phase);
        Ok(format!(
            "From given chances, {}, {pips} pips in all,\n{}\n\n{}",
            class_name(class),
            stakes_words(&self.situation),
            figures.words(&self.situation, &verdict),
        ))
    }
}

/// The name of a class, as `--class` has it.
const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Contact => "contact",
        Class::Race => "race",
        Class::Bearoff => "bearoff",
        Class::Over => "over",
    }
}
