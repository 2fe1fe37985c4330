//! Evaluation of the answers to a double, a beaver or a raccoon.

use super::{EvaluationError, Evaluator};
use crate::{
    Depth,
    cube::{CubeVerdict, ReplyVerdict, Scale},
};
use sheshbesh_movegen::{Phase, Side, Situation};

impl Evaluator {
    /// Values of the answers to a double, a beaver or a raccoon; `None` if the situation has none
    /// of them. `verdict` is the result of [`Evaluator::cube_decision`] for the situation.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings, cube::Reply};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// // GNU Backgammon's ID after the player on roll has doubled at the start and was beavered.
    /// let beavered = Situation::parse("4HPwATDgc/ABMA:QRkAAAAAAAAA", Game::Backgammon)?;
    /// let verdict = evaluator.cube_decision(&beavered, Depth::ONE)?;
    /// let replies = evaluator.replies_to_cube(&beavered, &verdict, Depth::ONE)?;
    /// assert!(replies.is_some_and(|replies| replies.turn.is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn replies_to_cube(
        &mut self,
        situation: &Situation,
        verdict: &CubeVerdict,
        depth: Depth,
    ) -> Result<Option<ReplyVerdict>, EvaluationError> {
        if situation.phase != Phase::Doubled {
            return Ok(ReplyVerdict::to_beaver(situation, verdict.no_double));
        }
        if verdict.may_double {
            return Ok(Some(ReplyVerdict::to_double(situation, verdict, verdict.double_take)));
        }
        // The model does not offer a turn that helps only the opponent.
        let Some(cube) = situation.cube.turned_to(Some(Side::Opponent)) else { return Ok(None) };
        let taken = self.cube_decision(&Situation { cube, ..*situation }, depth)?;
        let times = if verdict.scale == Scale::Money { 2.0 } else { 1.0 };
        Ok(Some(ReplyVerdict::to_double(situation, verdict, times * taken.no_double)))
    }
}
