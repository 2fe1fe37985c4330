//! Help step by step: where to look, what it is among, and the answer with its numbers.

use super::{
    cube_hints::{cube_answer, cube_chances, cube_windows},
    play_hints::{candidates, what_moves},
};
use crate::{
    explained::{CannotExplain, CubeExplanation, explain, explain_cube, wrapped},
    judged::{Cube, Decision, Judge, Kind},
};
use sheshbesh_evaluator::Depth;
use sheshbesh_movegen::{Phase, Position, Situation, notation};

/// So many steps of help there are.
pub const STEPS: u8 = 3;

/// A step of help for a decision at a table, from 1 to [`STEPS`], as lines of 80 columns. The last
/// one says what is best, and takes it apart against the play that was made, or against the second
/// where none was, as the judge sees both at the depth of the decision.
///
/// # Errors
/// When plays cannot be taken apart: the table is not the decision's, or somebody said stop.
pub fn hint(
    judge: &Judge,
    table: &Situation,
    decision: &Decision,
    step: u8,
) -> Result<String, CannotExplain> {
    if decision.kind.is_cube() {
        let evaluator = judge.evaluator();
        let equities = &evaluator.settings().equities;
        let said = match step {
            1 => cube_chances(decision),
            2 => cube_windows(table, decision, equities),
            _ => None,
        };
        return Ok(match said {
            Some(said) => wrapped(&format!("{}{said}.", mark(step))),
            None => format!(
                "{}{}{}",
                mark(STEPS),
                cube_answer(decision),
                explanation(judge, table, decision)?.unwrap_or_default()
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
            explanation(judge, table, decision)?.unwrap_or_default()
        ),
    })
}

fn mark(step: u8) -> String {
    format!("Hint {step} of {STEPS}: ")
}

/// By what the best play is better than the one that was made, or than the second where that was
/// the best or none was made, and what there is to say of a cube decision, in sentences of 80
/// columns; `None` where nothing can be compared, or the judge sees it otherwise than the decision.
///
/// # Errors
/// As [`hint`].
pub fn explanation(
    judge: &Judge,
    table: &Situation,
    decision: &Decision,
) -> Result<Option<String>, CannotExplain> {
    let before = Situation { phase: Phase::BeforeRoll, ..*table };
    let mut evaluator = judge.evaluator();
    if let (Kind::Double | Kind::Answer, Some(depth)) = (decision.kind, Depth::new(decision.ply)) {
        let explained = explain_cube(&mut evaluator, &before, depth)?;
        let agrees = |explained: &CubeExplanation| {
            let of = |cube: &Cube| agree(cube, explained);
            decision.cube.as_ref().is_some_and(of)
        };
        return Ok(explained.filter(agrees).map(|explained| explained.words()));
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
    // Another judge, or a rollout, may like another one than this search does: nothing is said
    // then that would contradict the verdict.
    let agrees = explained.better.play == decision.candidates[0].play;
    Ok(agrees.then(|| explained.words(false)))
}

/// Whether a verdict and what explains it do not prefer different things.
fn agree(cube: &Cube, explained: &CubeExplanation) -> bool {
    let Cube { no_double, double_take: take, double_pass: pass, may_beaver, .. } = *cube;
    let answered = if may_beaver && take < 0.0 { 2.0 * take } else { take };
    let same = |verdict: f64, explained: f32| verdict * f64::from(explained) >= 0.0;
    same(answered.min(pass) - no_double, explained.double) && same(pass - take, explained.take)
}
