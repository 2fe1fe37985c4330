//! Position evaluation: the answer of `shesh evaluate`.

use super::{head::Head, race::Race};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{EngineId, ProbabilityFields};
use sheshbesh_evaluator::{EvaluationError, EvaluationLevel, Evaluator, Settings};
use sheshbesh_movegen::Situation;
use sheshbesh_network::Probabilities;

/// Evaluation of a position for the player on roll, before the roll or before the numbers that a
/// turn has left to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evaluation {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// Search depth in plies; with a truncated rollout, that of the search before it.
    pub ply: u32,
    /// Truncated rollout that evaluated the position, such as `rollout1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout: Option<String>,
    /// Standard error of the evaluated equity, cubeful or cubeless, in points; absent without a rollout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f32>,
    /// True if the search and `mwc` include cube play.
    pub cubeful: bool,
    /// Cubeless equity, in points per game at cube 1.
    pub equity: f32,
    /// Cubeful equity before the cube decision, in points; absent in games without a cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubeful_equity: Option<f32>,
    /// Match winning chance, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Cubeless probabilities.
    #[serde(with = "ProbabilityFields")]
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub probabilities: Probabilities,
    /// Race counts, in a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
}

impl Evaluation {
    /// Evaluates a situation before the roll or before numbers that are left to play; a roll of the
    /// situation is ignored. The evaluator's settings select cubeful or cubeless search; a cubeless
    /// evaluation runs a second search for the cubeful equity.
    ///
    /// ```
    /// use sheshbesh_analysis::EngineId;
    /// use sheshbesh_api::answers::Evaluation;
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let found = Evaluation::ask(&mut evaluator, EngineId::program(), &start, Depth::ONE)?;
    /// assert!(found.cubeful_equity.unwrap() > found.equity);
    /// # Ok::<(), sheshbesh_evaluator::EvaluationError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evaluator::set_stakes`].
    pub fn ask(
        evaluator: &mut Evaluator,
        engine: EngineId,
        situation: &Situation,
        level: impl Into<EvaluationLevel>,
    ) -> Result<Self, EvaluationError> {
        let level = level.into();
        let &Situation { game, ref position, .. } = situation;
        evaluator.set_stakes(situation)?;
        let cubeful = evaluator.settings().cubeful && game.has_cube();
        let evaluation = evaluator.evaluate(position, level);
        let stakes = evaluator.stakes();
        let cubeful_equity = if cubeful {
            Some(stakes.points(evaluation.value))
        } else if game.has_cube() {
            let settings = Settings { cubeful: true, ..evaluator.settings().clone() };
            let mut with_cube = evaluator.with_settings(settings);
            with_cube.set_stakes(situation)?;
            let value = with_cube.evaluate(position, level).value;
            Some(with_cube.stakes().points(value))
        } else {
            None
        };
        let p = evaluation.probabilities();
        Ok(Self {
            head: Head::new(engine, situation)
                .with_tablebase_hit(evaluator.tablebase_hit(position), situation),
            ply: evaluation.depth.plies(),
            rollout: evaluation.rollout.map(|rollout| rollout.level.to_string()),
            standard_error: evaluation.rollout.map(|rollout| rollout.standard_error),
            cubeful,
            equity: p.equity_by(situation.points_of_wins()),
            cubeful_equity,
            mwc: stakes.is_match().then_some(evaluation.value),
            probabilities: p,
            race: Race::of(game, position, evaluator.settings().tables.as_deref()),
        })
    }
}
