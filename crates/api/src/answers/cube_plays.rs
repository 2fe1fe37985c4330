//! Best play of a roll with the cube centred, owned and the opponent's: the table of `shesh best
//! --cubes`.

use super::{
    play::{Play, UnwritablePlayError, describe_plays},
    scores::can_stand,
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::explain::Context;
use sheshbesh_evaluator::{EvaluationError, EvaluationLevel, Evaluator, RankedPlay};
use sheshbesh_movegen::{Cube, Dice, Side, Situation};

/// Plays whose equities differ by less are equally good, in points. Tables have four decimals.
const TIE: f32 = 0.00005;

/// Owner of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CubeOwner {
    /// Nobody: the cube is centred.
    Centred,
    /// Player on roll.
    Own,
    /// Opponent.
    Opponent,
}

impl CubeOwner {
    /// All owners, in display order.
    pub const ALL: [Self; 3] = [Self::Centred, Self::Own, Self::Opponent];

    /// Owner of a cube.
    pub const fn of(cube: Cube) -> Self {
        match cube.owner() {
            None => Self::Centred,
            Some(Side::OnRoll) => Self::Own,
            Some(Side::Opponent) => Self::Opponent,
        }
    }

    /// Returns the situation with the cube of this owner, a turned cube at its present value or at
    /// 2; `None` if no such cube can be in play.
    fn applied_to(self, situation: &Situation) -> Option<Situation> {
        if Self::of(situation.cube) == self {
            return Some(*situation);
        }
        let context = match self {
            Self::Centred => Context::CentredCube,
            Self::Own => Context::OwnCube,
            Self::Opponent => Context::OpponentsCube,
        };
        let is_possible = |at: &Situation| at.away().is_none_or(|away| can_stand(at.cube, away));
        context.of(situation).filter(is_possible)
    }
}

/// Best play with a cube, and the loss of the play that is best with the present cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubePlay {
    /// Owner of the cube.
    pub owner: CubeOwner,
    /// Value of the cube.
    pub value: u32,
    /// True for the cube of the position.
    pub present: bool,
    /// Best play in standard notation.
    pub play: String,
    /// Position after the play, with the opponent on roll.
    pub position_id: String,
    /// Equity of the play, in points per game at this cube.
    pub equity: f32,
    /// Match winning chance, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Search depth in plies.
    pub ply: u32,
    /// True if another play is better with the present cube.
    pub differs: bool,
    /// Loss with this cube of the play that is best with the present cube, in points; null if it
    /// was not searched to the same depth.
    pub loss: Option<f32>,
}

impl CubePlay {
    /// Builds the row from the plays ranked with this cube, best first; `present_best` is the
    /// position after the best play with the present cube.
    ///
    /// # Panics
    /// If there are no plays. A forced pass counts as one play.
    fn new(situation: &Situation, present: bool, plays: &[Play], present_best: &str) -> Self {
        let best = &plays[0];
        let usual = plays.iter().find(|play| play.position_id == present_best);
        let as_close = usual.filter(|usual| usual.ply == best.ply);
        let loss = as_close.map(|usual| best.equity - usual.equity);
        Self {
            owner: CubeOwner::of(situation.cube),
            value: situation.cube.value(),
            present,
            play: best.play.clone(),
            position_id: best.position_id.clone(),
            equity: best.equity,
            mwc: best.mwc,
            ply: best.ply,
            differs: best.position_id != present_best && !loss.is_some_and(|loss| loss < TIE),
            loss,
        }
    }

    /// True if a cube of another owner can be in play.
    pub(crate) fn may_differ(situation: &Situation) -> bool {
        CubeOwner::ALL.iter().filter_map(|owner| owner.applied_to(situation)).count() > 1
    }

    /// Ranks the plays with the cube of each possible owner. `present` are the plays ranked with
    /// the present cube, best first.
    ///
    /// # Errors
    /// If the stakes cannot be evaluated or a play cannot be written.
    pub(crate) fn list(
        evaluator: &mut Evaluator,
        situation: &Situation,
        dice: Dice,
        level: EvaluationLevel,
        present: &[Play],
    ) -> Result<Vec<Self>, CubePlaysError> {
        let Some(present_best) = present.first() else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        for owner in CubeOwner::ALL {
            let Some(at) = owner.applied_to(situation) else { continue };
            if at.cube == situation.cube {
                rows.push(Self::new(&at, true, present, &present_best.position_id));
                continue;
            }
            evaluator.set_stakes(&at)?;
            let ranked: Vec<RankedPlay> = evaluator.rank_in_full(&at.position, dice, level);
            let plays = describe_plays(&at, dice, &ranked)?;
            rows.push(Self::new(&at, false, &plays, &present_best.position_id));
        }
        Ok(rows)
    }
}

/// Reasons why plays cannot be ranked with another cube.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CubePlaysError {
    /// The stakes cannot be evaluated.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// A play cannot be written in notation.
    #[error(transparent)]
    Unwritable(#[from] UnwritablePlayError),
}
