//! Cube decisions: the answer of `shesh cube`.

use super::{head::Head, points::PointColumns, reply::CubeReplies};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{
    EngineId, ProbabilityFields,
    cube_windows::{Windows, dead_cube_windows},
    explain::CubeExplanation,
};
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeDecision, Phase as CubePhase, ReplyDecision},
};
use sheshbesh_movegen::{
    Dice, Game, InvalidSituation, Phase, Referee, Situation, TableRules, codes,
};
use sheshbesh_network::Probabilities;

/// Reasons why a situation has no cube decision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CubeQueryError {
    /// The game has no cube.
    #[error("{0} is played without a cube")]
    NoCube(Game),
    /// The game is over.
    #[error("the game is over: there is no cube to turn")]
    GameOver,
    /// The dice have been rolled; the cube is turned before the roll.
    #[error("{0} has already been rolled: the cube is turned before the roll")]
    Rolled(Dice),
    /// A double, beaver or raccoon that the rules do not allow.
    #[error(transparent)]
    Invalid(#[from] InvalidSituation),
}

codes! {
    CubeQueryError {
        Self::NoCube(game) => "cube.no-cube" { game },
        Self::GameOver => "cube.game-over",
        Self::Rolled(dice) => "cube.rolled" { dice },
    } transparent {
        Self::Invalid(error) => error,
    }
}

/// Number of finished turns given to the referee. The real number is irrelevant: after this many
/// turns, no first-turn rule applies.
const TURNS: u32 = 4;

/// Checks that a player can turn the cube now or must answer a double, beaver or raccoon.
///
/// # Errors
/// Gives the reason if not.
pub fn check_cube(situation: &Situation) -> Result<(), CubeQueryError> {
    let game = situation.game;
    if !game.has_cube() {
        return Err(CubeQueryError::NoCube(game));
    }
    if game.end(&situation.position, None).is_some() {
        return Err(CubeQueryError::GameOver);
    }
    match situation.phase {
        Phase::Rolled(dice) => Err(CubeQueryError::Rolled(dice)),
        Phase::BeforeRoll => Ok(()),
        Phase::Doubled | Phase::Beavered | Phase::Raccooned => {
            Referee::resume(TableRules::of(situation), *situation, TURNS)?;
            Ok(())
        }
    }
}

/// Cube decision with the equity of each action, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAnswer {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// Search depth in plies; with a truncated rollout, that of the search before it.
    pub ply: u32,
    /// Truncated rollout that evaluated the actions, such as `rollout1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout: Option<String>,
    /// Standard error of `no_double`, in points; absent without a rollout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f32>,
    /// Equities of the actions.
    #[serde(flatten)]
    pub figures: CubeFigures,
    /// Equities of the answers, if a double, beaver or raccoon must be answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<CubeReplies>,
    /// Explanation of the decision, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<CubeExplanation>,
}

/// Equity of each cube action, in points, and the winning chances at which the best action changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeFigures {
    /// Best action of both sides in players' words, such as `Double, take`; after a beaver, for
    /// example `Beaver, raccoon`.
    pub action: String,
    /// True if the player on roll may double.
    pub may_double: bool,
    /// Equity of rolling without doubling.
    pub no_double: f32,
    /// Equity of doubling if the opponent takes; equals `no_double` if the player on roll may not
    /// double.
    pub double_take: f32,
    /// Equity of doubling if the opponent passes.
    pub double_pass: f32,
    /// Match winning chances of the same actions, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<CubeChances>,
    /// Cubeless equity before the roll.
    pub cubeless_equity: f32,
    /// Cubeless probabilities before the roll.
    #[serde(with = "ProbabilityFields")]
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub probabilities: Probabilities,
    /// Dead-cube windows at the position's gammon rates.
    pub windows: CubeWindows,
    /// Decision points with a dead, a live and a practical cube.
    pub points: PointColumns,
}

/// Match winning chances, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeChances {
    /// Rolling without doubling.
    pub no_double: f32,
    /// Doubling, if the opponent takes.
    pub double_take: f32,
    /// Doubling, if the opponent passes.
    pub double_pass: f32,
}

/// Dead-cube [`Windows`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeWindows {
    /// Minimum winning chance for taking the opponent's double.
    pub take_point: f32,
    /// Minimum winning chance for doubling.
    pub double_point: f32,
    /// Minimum winning chance at which the opponent passes.
    pub cash_point: f32,
    /// Minimum winning chance at which playing for the gammon is worth more than cashing; null if
    /// no gammons are won.
    pub too_good_point: Option<f32>,
    /// Gammon price: the value a gammon adds to a win, relative to the difference between a win and
    /// a loss.
    pub gammon_price: f32,
}

impl From<Windows> for CubeWindows {
    fn from(windows: Windows) -> Self {
        let Windows { take_point, double_point, cash_point, too_good_point, gammon_price } =
            windows;
        Self { take_point, double_point, cash_point, too_good_point, gammon_price }
    }
}

impl CubeFigures {
    /// Builds the figures from a decision on a situation; `settings` and `phase` are those of the
    /// evaluation.
    pub(crate) fn new(
        situation: &Situation,
        decision: &CubeDecision,
        settings: &Settings,
        phase: CubePhase,
    ) -> Self {
        let &CubeDecision { no_double, double_take, double_pass, may_double, scale, .. } = decision;
        let p = Probabilities::from(decision.outcomes);
        let chances = CubeChances { no_double, double_take, double_pass };
        let dead = dead_cube_windows(situation, &settings.equities.of(situation), &p);
        let points = PointColumns::new(situation, settings, &decision.outcomes, phase, &dead);
        Self {
            action: decision.words().to_owned(),
            may_double,
            no_double: scale.points(no_double),
            double_take: scale.points(double_take),
            double_pass: scale.points(double_pass),
            mwc: scale.is_match().then_some(chances),
            cubeless_equity: p.equity_by(situation.points_of_wins()),
            probabilities: p,
            windows: dead.into(),
            points,
        }
    }
}

impl CubeAnswer {
    /// Builds the answer from a decision on a situation; `settings` are those of the evaluation.
    ///
    /// ```
    /// use sheshbesh_analysis::EngineId;
    /// use sheshbesh_api::answers::CubeAnswer;
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let decision = evaluator.cube_decision(&start, Depth::ONE)?;
    /// let settings = evaluator.settings();
    /// let answer = CubeAnswer::new(EngineId::program(), &start, &decision, None, settings);
    /// let figures = answer.figures;
    /// assert_eq!((figures.action.as_str(), figures.mwc), ("No double, take", None));
    /// # Ok::<(), sheshbesh_evaluator::EvaluationError>(())
    /// ```
    pub fn new(
        engine: EngineId,
        situation: &Situation,
        decision: &CubeDecision,
        replies: Option<ReplyDecision>,
        settings: &Settings,
    ) -> Self {
        let phase = CubePhase::of(situation.game, &situation.position);
        let mut figures = CubeFigures::new(situation, decision, settings, phase);
        if let Some(replies) = to_beaver(replies) {
            figures.action = replies.words().to_owned();
        }
        Self {
            head: Head::new(engine, situation),
            ply: decision.depth.plies(),
            rollout: decision.rollout.map(|rollout| rollout.level.to_string()),
            standard_error: decision.rollout.map(|rollout| rollout.standard_error),
            figures,
            reply: replies.map(Into::into),
            explanation: None,
        }
    }
}

/// Keeps the answers to a beaver or a raccoon. In these phases the player on roll has doubled
/// already.
fn to_beaver(replies: Option<ReplyDecision>) -> Option<ReplyDecision> {
    replies.filter(|replies| replies.phase != Phase::Doubled)
}
