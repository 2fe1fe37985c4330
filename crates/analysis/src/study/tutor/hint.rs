//! Stepwise hints: the area of the board, the candidates, and the answer with its numbers.

use super::{
    cube_hints::{cube_answer, cube_chances, cube_windows},
    play_hints::{candidates, what_moves},
};
use crate::{
    explain::{CubeExplanation, ExplainError, explain, explain_cube, wrapped},
    match_analysis::{Cube, Decision, DecisionKind, Explained, MatchAnalyzer},
};
use sheshbesh_evaluator::Depth;
use sheshbesh_movegen::{Phase, Position, Situation, notation};

/// Number of hint steps.
pub const STEPS: u8 = 3;

/// Formats a hint for a decision, wrapped at 80 columns; `step` is 1 to [`STEPS`]. The last step
/// gives the best action. It compares the best play with the play made, or with the second-best if
/// the best was made or none was. The analyzer evaluates both at the depth of the decision.
///
/// # Errors
/// If the plays cannot be explained, because the situation does not belong to the decision or the
/// search is stopped.
pub fn hint(
    analyzer: &MatchAnalyzer,
    table: &Situation,
    decision: &Decision,
    step: u8,
) -> Result<String, ExplainError> {
    if decision.kind.is_cube() {
        let evaluator = analyzer.evaluator();
        let equities = evaluator.settings().equities.of(table);
        let said = match step {
            1 => cube_chances(decision),
            2 => cube_windows(table, decision, &equities),
            _ => None,
        };
        return Ok(match said {
            Some(said) => wrapped(&format!("{}{said}.", mark(step))),
            None => format!(
                "{}{}{}",
                mark(STEPS),
                cube_answer(decision),
                explanation(analyzer, table, decision)?.unwrap_or_default()
            ),
        });
    }
    let Some(best) = decision.candidates.first() else {
        return Ok(wrapped("There is one play."));
    };
    Ok(match step {
        1 => {
            let said = what_moves(table, decision).unwrap_or_default();
            wrapped(&format!("{}the best play moves from {said}.", mark(step)))
        }
        2 => {
            let plays = candidates(decision).into_iter().map(|play| format!("  {play}\n"));
            format!("{}one of these is best:\n{}", mark(step), plays.collect::<String>())
        }
        _ => format!(
            "{}{} is best.\n{}",
            mark(STEPS),
            best.play,
            explanation(analyzer, table, decision)?.unwrap_or_default()
        ),
    })
}

fn mark(step: u8) -> String {
    format!("Hint {step} of {STEPS}: ")
}

/// Explains a decision as [`explain_decision`] does, in sentences wrapped at 80 columns.
///
/// # Errors
/// As [`hint`].
pub fn explanation(
    analyzer: &MatchAnalyzer,
    table: &Situation,
    decision: &Decision,
) -> Result<Option<String>, ExplainError> {
    Ok(explain_decision(analyzer, table, decision)?.map(|explained| match explained {
        Explained::Play(of) => of.words(false),
        Explained::Cube(of) => of.words(),
    }))
}

/// Explains a decision. For a play, compares the best play with
/// the play made, or with the second-best if the best was made or none was. Returns `None` if there
/// is nothing to compare, or if the analyzer disagrees with the decision.
///
/// # Errors
/// As [`hint`].
pub fn explain_decision(
    analyzer: &MatchAnalyzer,
    table: &Situation,
    decision: &Decision,
) -> Result<Option<Explained>, ExplainError> {
    let before = Situation { phase: Phase::BeforeRoll, ..*table };
    let mut evaluator = analyzer.evaluator();
    if let (DecisionKind::Double | DecisionKind::Answer, Some(depth)) =
        (decision.kind, Depth::new(decision.ply))
    {
        let explained = explain_cube(&mut evaluator, &before, depth)?;
        let agrees = |explained: &CubeExplanation| {
            let of = |cube: &Cube| agree(cube, explained);
            decision.cube.as_ref().is_some_and(of)
        };
        let explained = explained.filter(agrees);
        return Ok(explained.map(|explained| Explained::Cube(Box::new(explained))));
    }
    let Phase::Rolled(dice) = table.phase else { return Ok(None) };
    let mut others = decision.candidates.iter().skip(1);
    let made = others.clone().find(|candidate| candidate.play == decision.played);
    let Some(other) = made.or_else(|| others.next()) else { return Ok(None) };
    let result = |id: &str| -> Option<Position> {
        Some(notation::parse_position_id(id, table.game).ok()?.1)
    };
    let plays = [&decision.candidates[0].position_id, &other.position_id].map(|id| result(id));
    let ([Some(best), Some(other)], Some(depth)) = (plays, Depth::new(other.ply)) else {
        return Ok(None);
    };
    let explained = explain(&mut evaluator, &before, dice, [best, other], depth)?;
    // Another analyzer or a rollout may prefer another play than this search. No explanation is
    // given then, since it would contradict the decision.
    let agrees = explained.better.play == decision.candidates[0].play;
    Ok(agrees.then(|| Explained::Play(Box::new(explained))))
}

/// True if the decision and its explanation prefer the same actions.
fn agree(cube: &Cube, explained: &CubeExplanation) -> bool {
    let Cube { no_double, double_take: take, double_pass: pass, may_beaver, .. } = *cube;
    let answered = if may_beaver && take < 0.0 { 2.0 * take } else { take };
    let same = |verdict: f64, explained: f32| verdict * f64::from(explained) >= 0.0;
    same(answered.min(pass) - no_double, explained.double) && same(pass - take, explained.take)
}
