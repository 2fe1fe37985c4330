//! Explanation of a cube decision.

use super::{
    close::{CLOSE, opposite_signs},
    contexts::in_contexts,
    cube_document::{CubeAtDepth, CubeExplanation, WrongAnswers},
    cube_reasons::CubeReasons,
    cube_words::sentences,
    error::ExplainError,
    market::{MarketLosers, market_losers},
};
use sheshbesh_evaluator::{
    Depth, EvaluationError, Evaluator, Stopped,
    cube::{CubeDecision, Phase as CubePhase},
};
use sheshbesh_movegen::{Answer, Phase, Situation};

/// Explains a cube decision before the roll; `None` if the player on roll may not double. Sets the
/// evaluator's stakes to those of the situation and evaluates with cube play.
///
/// ```
/// use sheshbesh_analysis::explain::explain_cube;
/// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
/// use sheshbesh_movegen::{Game, Situation};
/// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
/// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let explained = explain_cube(&mut evaluator, &start, Depth::ONE)?.unwrap();
/// assert!(explained.double < -0.2 && explained.take > 1.0);
/// // At the start, few sequences lose the market, and doubling needs many wrong passes.
/// assert!(explained.market_losers < 130);
/// assert!(explained.wrong_answers.is_some_and(|wrong| wrong.answer == "pass"));
/// # Ok::<(), sheshbesh_analysis::explain::ExplainError>(())
/// ```
///
/// # Errors
/// If the situation cannot be evaluated or the search is stopped.
pub fn explain_cube(
    evaluator: &mut Evaluator,
    situation: &Situation,
    depth: Depth,
) -> Result<Option<CubeExplanation>, ExplainError> {
    let situation = &Situation { phase: Phase::BeforeRoll, ..*situation };
    let decision = decided(evaluator, situation, depth)?;
    if !decision.may_double {
        return Ok(None);
    }
    let mut depths: Vec<CubeAtDepth> = Vec::new();
    for plies in [Depth::ONE, Depth::TWO, Depth::THREE, Depth::THREE.max(depth)] {
        if depths.iter().all(|known| known.ply != plies.plies()) {
            depths.push(CubeAtDepth::new(&decided(evaluator, situation, plies)?));
        }
    }
    let contexts = in_contexts(evaluator, situation, depth, |evaluator, at, depth| {
        let decision = decided(evaluator, at, depth)?;
        let double = CubeAtDepth::new(&decision).double;
        Ok::<_, ExplainError>(decision.may_double.then_some(double))
    })?;
    let CubeAtDepth { ply, double, take } = CubeAtDepth::new(&decision);
    let depths_agree = !opposite_signs(depths.iter().map(|at| at.double))
        && !opposite_signs(depths.iter().map(|at| at.take));
    let phase = CubePhase::of(situation.game, &situation.position);
    let reasons = CubeReasons::new(situation, evaluator.settings(), &decision.outcomes, phase)
        .map_err(EvaluationError::from)?;
    let MarketLosers { total, rolls } = market_losers(evaluator, situation)?;
    let mut explanation = CubeExplanation {
        ply,
        double,
        take,
        close: double.abs() < CLOSE,
        market_losers: total,
        market_rolls: rolls,
        wrong_answers: find_wrong_answers(&decision),
        reasons: Some(reasons),
        contexts,
        depths,
        depths_agree,
        sentences: Vec::new(),
    };
    explanation.sentences = sentences(&explanation, decision.response());
    Ok(Some(explanation))
}

impl CubeAtDepth {
    fn new(decision: &CubeDecision) -> Self {
        let (double, take) = differences(decision);
        Self { ply: decision.depth.plies(), double, take }
    }
}

/// Differences in points between doubling and rolling on, and between a pass and a take.
pub(super) fn differences(decision: &CubeDecision) -> (f32, f32) {
    let points = |worth| decision.scale.points(worth);
    let double = points(decision.double()) - points(decision.no_double);
    (double, points(decision.double_pass) - points(decision.double_take))
}

fn decided(
    evaluator: &mut Evaluator,
    situation: &Situation,
    depth: Depth,
) -> Result<CubeDecision, ExplainError> {
    let decision = evaluator.cube_decision(situation, depth)?;
    // A stopped search returns a less deep result.
    if evaluator.settings().stop.is_due() { Err(Stopped.into()) } else { Ok(decision) }
}

/// Computes the minimum share of wrong answers that justifies a double. Applies if doubling is
/// wrong against the right answer and right against the wrong one.
pub(super) fn find_wrong_answers(decision: &CubeDecision) -> Option<WrongAnswers> {
    let CubeDecision { no_double, double_take, double_pass, .. } = *decision;
    let (right, wrong, answer) = match decision.response() {
        Answer::Take => (double_take, double_pass, "pass"),
        Answer::Pass => (double_pass, double_take, "take"),
        Answer::Beaver => (decision.double(), double_pass, "pass"),
    };
    (right < no_double && no_double < wrong).then(|| WrongAnswers {
        answer: answer.to_owned(),
        share: (no_double - right) / (wrong - right),
    })
}
