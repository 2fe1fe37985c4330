//! Cube decisions at every score: the answer of `shesh cube --scores`.

use super::{
    head::Head,
    scores::{Score, ScoresError, ask_everywhere},
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{
    EvaluationLevel, Evaluator,
    cube::{CubeAction, CubeDecision},
};
use sheshbesh_movegen::{Answer, Side, Situation};

/// Cube decision at every score of a match and for money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeScores {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// Search depth in plies; with truncated rollouts, of the search before them.
    pub ply: u32,
    /// Truncated rollout that evaluated the decisions, such as `rollout1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout: Option<String>,
    /// Match length in points.
    pub length: u16,
    /// Decision for money.
    pub money: CubeAdvice,
    /// Each score at which this cube is possible. The Crawford game is left out, since no player
    /// may double in it.
    pub scores: Vec<CubeAtScore>,
}

/// Cube decision at a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAtScore {
    /// Score.
    #[serde(flatten)]
    pub score: Score,
    /// Decision.
    #[serde(flatten)]
    pub advice: CubeAdvice,
}

/// Cube decision with its equities and margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAdvice {
    /// Abbreviation in the table, see [`CubeAdvice::LETTERS`].
    pub letters: String,
    /// Decision in words.
    pub action: String,
    /// Equity of rolling without doubling, in points.
    pub no_double: f32,
    /// Equity of doubling if the opponent takes, in points.
    pub double_take: f32,
    /// Equity of doubling if the opponent passes, in points.
    pub double_pass: f32,
    /// Match winning chance with best play by both sides, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Smallest loss of any wrong decision by either player, in points; null if there is no cube to
    /// turn.
    pub margin: Option<f32>,
}

/// Abbreviation and words of an action.
const fn letters(action: CubeAction) -> (&'static str, &'static str) {
    match action {
        CubeAction::NotAvailable => ("-", "no cube to turn"),
        CubeAction::NoDouble => ("ND", "no double, take"),
        CubeAction::NoDoubleBeaver => ("NB", "no double, beaver"),
        CubeAction::DoubleTake => ("DT", "double, take"),
        CubeAction::DoubleBeaver => ("DB", "double, beaver"),
        CubeAction::DoublePass => ("DP", "double, pass"),
        CubeAction::TooGoodPass => ("TG", "too good to double, pass"),
        CubeAction::TooGoodTake => ("TT", "too good to double, take"),
    }
}

impl CubeAdvice {
    /// All abbreviations with their words, in the order of the legend.
    pub const LETTERS: [(&'static str, &'static str); 8] = [
        letters(CubeAction::NoDouble),
        letters(CubeAction::DoubleTake),
        letters(CubeAction::DoublePass),
        letters(CubeAction::TooGoodPass),
        letters(CubeAction::TooGoodTake),
        letters(CubeAction::NoDoubleBeaver),
        letters(CubeAction::DoubleBeaver),
        letters(CubeAction::NotAvailable),
    ];

    /// Builds the advice from a decision.
    pub fn new(decision: &CubeDecision) -> Self {
        let points = |worth| decision.scale.points(worth);
        let apart = |a: f32, b: f32| (points(a) - points(b)).abs();
        let margin = decision.may_double.then(|| {
            let players = apart(decision.no_double, decision.double());
            let takes = apart(decision.double_take, decision.double_pass);
            let beavers = apart(decision.double_take, 2.0 * decision.double_take);
            let opponents = match decision.response() {
                Answer::Beaver => beavers,
                Answer::Take if decision.beavers => takes.min(beavers),
                Answer::Take | Answer::Pass => takes,
            };
            // The opponent has a decision only if the player on roll doubles.
            if decision.doubles() { players.min(opponents) } else { players }
        });
        Self {
            letters: letters(decision.action()).0.to_owned(),
            action: decision.words().to_owned(),
            no_double: points(decision.no_double),
            double_take: points(decision.double_take),
            double_pass: points(decision.double_pass),
            mwc: decision.scale.is_match().then(|| decision.best()),
            margin,
        }
    }
}

impl CubeScores {
    /// Evaluates the cube decision, with the cube as it stands, at every score of a match to
    /// `length` points and for money. Calls `done` after each score with the total number of
    /// scores.
    ///
    /// # Errors
    /// If the opponent owns the cube, if the cube is impossible at every score, or if the situation
    /// cannot be evaluated.
    pub fn ask(
        evaluator: &Evaluator,
        engine: EngineId,
        situation: &Situation,
        level: EvaluationLevel,
        length: u16,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, ScoresError> {
        if situation.cube.owner() == Some(Side::Opponent) {
            return Err(ScoresError::NothingToDecide);
        }
        let ask = |analyzer: &mut Evaluator, at: &Situation| {
            Ok(CubeAdvice::new(&analyzer.cube_decision(at, level)?))
        };
        let (money, scores) = ask_everywhere(evaluator, situation, length, false, done, ask)?;
        let at_score = |(score, advice)| CubeAtScore { score, advice };
        Ok(Self {
            head: Head::new(engine, situation),
            ply: level.depth().plies(),
            rollout: level.rollout().map(|rollout| rollout.to_string()),
            length,
            money,
            scores: scores.into_iter().map(at_score).collect(),
        })
    }
}
