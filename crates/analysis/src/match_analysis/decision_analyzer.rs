//! Evaluates decisions one at a time with a single evaluator, and converts its results.

use super::{
    decision_points::DecisionPoint,
    depths::AnalysisDepths,
    document::{Decision, FileVerdict},
    rounding::rounded,
};
use sheshbesh_evaluator::{
    EvaluationError, EvaluationLevel, Evaluator, Stopped,
    cube::{CubeDecision, Scale},
};
use sheshbesh_matchfile::Chances;
use sheshbesh_movegen::{Seat, Situation, codes, notation};
use sheshbesh_network::Probabilities;

/// Name of a play or cube turn that broke the rules.
pub(super) const ILLEGAL: &str = "illegal";

/// Reasons for not analyzing a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The network does not know the game, or the stakes are invalid.
    #[error(transparent)]
    EvaluationError(#[from] EvaluationError),
    /// The search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

codes! {
    AnalysisError {
    } transparent {
        Self::EvaluationError(error) => error,
        Self::Stopped(error) => error,
    }
}

/// Evaluator with the depths of an analysis.
#[derive(Clone, Debug)]
pub(super) struct DecisionAnalyzer {
    pub(super) evaluator: Evaluator,
    pub(super) depths: AnalysisDepths,
    /// Evaluations of the cube in the last position, with what was asked.
    pub(super) cube_decisions: Vec<(CubeQuestion, Option<CubeDecision>)>,
}

/// The situation, the level, and true if a double that cannot help is evaluated too.
pub(super) type CubeQuestion = (Situation, EvaluationLevel, bool);

impl DecisionAnalyzer {
    pub(super) fn new(evaluator: Evaluator, depths: impl Into<AnalysisDepths>) -> Self {
        Self { evaluator, depths: depths.into(), cube_decisions: Vec::new() }
    }

    /// Evaluates a decision.
    pub(super) fn answer(
        &mut self,
        question: &DecisionPoint<'_>,
    ) -> Result<Option<Decision>, AnalysisError> {
        if question.kind.is_cube() { self.cube(question) } else { self.play(question).map(Some) }
    }

    /// Returns an error if a stop was requested, since a stopped search returns a less deep result.
    pub(super) fn check_stop(&self) -> Result<(), Stopped> {
        if self.evaluator.settings().stop.is_due() { Err(Stopped) } else { Ok(()) }
    }
}

/// Difference between two values, in each unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) emg: f64,
    pub(super) mwc: Option<f64>,
    pub(super) points: Option<f64>,
}

impl Difference {
    /// Converts the step from one value to another; `cube` is the value shown by the cube.
    pub(super) fn between(from: f64, to: f64, scale: Scale, cube: u32) -> Self {
        match scale {
            Scale::Money => {
                let emg = to - from;
                let points = Some(rounded(emg * f64::from(cube)));
                Self { emg: rounded(emg), mwc: None, points }
            }
            Scale::Match { .. } => {
                let emg = points(scale, to) - points(scale, from);
                Self { emg: rounded(emg), mwc: Some(rounded(to - from)), points: None }
            }
        }
    }
}

/// Converts a value to normalized equity like [`Scale::points`], but without intermediate rounding.
pub(super) fn points(scale: Scale, worth: f64) -> f64 {
    match scale {
        Scale::Money => worth,
        Scale::Match { win, lose } => {
            let (win, lose) = (f64::from(win), f64::from(lose));
            (2.0 * worth - win - lose) / (win - lose).max(1e-9)
        }
    }
}

/// Converts a value to a match winning chance, in a match.
pub(super) fn chance(scale: Scale, worth: f64) -> Option<f64> {
    scale.is_match().then(|| rounded(worth))
}

/// Player number: 1 for the seat at the top, the left column of a text file.
pub(super) const fn number(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 1,
        Seat::Bottom => 2,
    }
}

/// Converts probabilities to their rounded form in documents.
pub(super) fn chances(p: Probabilities) -> Chances {
    let of = |p: f32| rounded(p.into());
    Chances {
        win: of(p.win),
        win_gammon: of(p.win_gammon),
        win_backgammon: of(p.win_backgammon),
        lose_gammon: of(p.lose_gammon),
        lose_backgammon: of(p.lose_backgammon),
    }
}

/// XGID of the situation, in games that have XGIDs.
pub(super) fn xgid(table: &Situation) -> Option<String> {
    table.complete_xgid()
}

/// A decision without any evaluation.
pub(super) fn blank_decision(question: &DecisionPoint<'_>) -> Decision {
    let DecisionPoint { kind, seat, table, line, comment, .. } = question;
    let dice = table.phase.dice().map(|dice| dice.to_string());
    Decision {
        seat: number(*seat),
        kind: *kind,
        line: (*line > 0).then_some(*line),
        position_id: notation::position_id(table.game, &table.position),
        xgid: xgid(table),
        dice,
        played: String::new(),
        best: None,
        loss: None,
        loss_mwc: None,
        loss_points: None,
        counted: false,
        counted_by_gnubg: false,
        error: None,
        ply: 0,
        rollout_games: None,
        equity: None,
        mwc: None,
        plays: None,
        gap: None,
        luck: None,
        luck_mwc: None,
        luck_points: None,
        comment: comment.map(str::to_owned),
        candidates: Vec::new(),
        cube: None,
        file_verdict: question.event.is_none().then(|| FileVerdict::of(question)).flatten(),
        explanation: None,
    }
}

impl Decision {
    /// Sets the equity loss of the decision.
    pub(super) fn lose(&mut self, loss: Difference) {
        self.loss = Some(loss.emg);
        (self.loss_mwc, self.loss_points) = (loss.mwc, loss.points);
    }

    /// Removes the played action and its loss.
    pub(super) fn undecided(self) -> Self {
        Self {
            played: String::new(),
            loss: None,
            loss_mwc: None,
            loss_points: None,
            error: None,
            ..self
        }
    }
}
