//! Analysis of offers to resign.

use super::{
    decision_analyzer::{AnalysisError, DecisionAnalyzer, number, points, xgid},
    decision_points::Offer,
    document::Resignation,
    rounding::rounded,
};
use sheshbesh_evaluator::cube::Scale;
use sheshbesh_movegen::{Phase, Side, Situation, Win, notation};

impl DecisionAnalyzer {
    /// Evaluates an offer to resign and its answer. Returns `None` if the offer was made while a
    /// beaver had to be answered, or after the game was over.
    pub(super) fn resignation(
        &mut self,
        offer: &Offer,
    ) -> Result<Option<Resignation>, AnalysisError> {
        let Offer { seat, line, table, win, accepted } = offer;
        if table.game.end(&table.position, None).is_some() {
            return Ok(None);
        }
        let before = Situation { phase: Phase::BeforeRoll, ..*table };
        let (worth, scale) = match table.phase {
            Phase::Rolled(dice) => {
                self.evaluator.set_stakes(&before)?;
                let best = self.evaluator.rank(&table.position, dice, self.depths.luck)[0];
                (best.value, self.evaluator.stakes().scale())
            }
            Phase::BeforeRoll | Phase::Doubled => {
                let cube_decision = self.evaluator.cube_decision(&before, self.depths.luck)?;
                let doubled = table.phase == Phase::Doubled;
                (
                    if doubled { cube_decision.double() } else { cube_decision.best() },
                    cube_decision.scale,
                )
            }
            Phase::Beavered | Phase::Raccooned => return Ok(None),
        };
        self.check_stop()?;
        let on_roll = points(scale, worth.into());
        let equity = if *seat == table.seat { on_roll } else { -on_roll };
        let own =
            if *seat == table.seat { before } else { before.handed_over(table.position.swapped()) };
        let cube = f64::from(table.cube.value());
        let offered = match scale {
            Scale::Money => {
                -f64::from(own.counted_by_outcomes().points_resigned(*win, Side::OnRoll)) / cube
            }
            Scale::Match { .. } => {
                self.evaluator.set_stakes(&own)?;
                let stakes = self.evaluator.stakes();
                points(stakes.scale(), stakes.lost(*win).into())
            }
        };
        let (given, taken) = (rounded((equity - offered).max(0.0)), (offered - equity).max(0.0));
        Ok(Some(Resignation {
            seat: number(*seat),
            line: (*line > 0).then_some(*line),
            position_id: notation::position_id(table.game, &table.position),
            xgid: xgid(table),
            offered: match win {
                Win::Single => "single",
                Win::Gammon => "gammon",
                Win::Backgammon => "backgammon",
            }
            .to_owned(),
            accepted: *accepted,
            equity: rounded(equity),
            offer: rounded(offered),
            loss: given,
            answer_loss: if *accepted { rounded(taken) } else { given },
        }))
    }
}
