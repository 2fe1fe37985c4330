//! Verdicts of other programs on positions, as their files state them.

use super::{decision_points::DecisionPoint, document::FileVerdict, rounding::rounded};
use sheshbesh_evaluator::{
    Depth,
    cube::{CubeDecision, Scale, allows_beaver},
};
use sheshbesh_matchfile::{CubeAnnotation, PlayAnnotation};
use sheshbesh_movegen::{Phase, Side, Situation, notation};
use sheshbesh_network::Outcomes;

impl FileVerdict {
    /// The verdict of a file on a decision that nobody has made yet; `None` if the file has none.
    pub(super) fn of(question: &DecisionPoint<'_>) -> Option<Self> {
        let annotation = question.annotation?;
        if question.kind.is_cube() {
            Self::of_cube(&question.table, annotation.cube.as_ref()?)
        } else {
            Self::of_play(&question.table, annotation.play.as_ref()?)
        }
    }

    fn of_play(table: &Situation, annotation: &PlayAnnotation) -> Option<Self> {
        let Phase::Rolled(dice) = table.phase else { return None };
        let best = annotation.candidates.first()?;
        Some(Self {
            best: notation::write(table.game, &table.position, dice, &best.result)?,
            equity: (!annotation.mwc).then(|| rounded(best.equity)),
            level: best.level.clone(),
        })
    }

    fn of_cube(table: &Situation, annotation: &CubeAnnotation) -> Option<Self> {
        // Only a match equity table gives the chance after a pass that a file leaves out.
        let pass = annotation.pass.or((!annotation.mwc).then_some(1.0))?;
        let [no_double, double_take, double_pass] =
            [annotation.no_double, annotation.take, pass].map(|value| value as f32);
        let cube_decision = CubeDecision {
            no_double,
            double_take,
            double_pass,
            may_double: true,
            beavers: allows_beaver(table),
            redouble: table.cube.owner() == Some(Side::OnRoll),
            outcomes: Outcomes::default(),
            depth: Depth::ONE,
            rollout: None,
            scale: Scale::Money,
        };
        Some(Self {
            best: cube_decision.words().to_owned(),
            equity: (!annotation.mwc).then(|| rounded(cube_decision.best().into())),
            level: annotation.level.clone(),
        })
    }
}
