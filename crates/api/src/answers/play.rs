//! Evaluated plays in their written form.

use serde::{Deserialize, Serialize};
use sheshbesh_analysis::ProbabilityFields;
use sheshbesh_evaluator::RankedPlay;
use sheshbesh_movegen::{Dice, Position, Situation, codes, notation};
use sheshbesh_network::Probabilities;

/// Evaluation of a play, for the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Play {
    /// Play in standard notation.
    pub play: String,
    /// Position after the play, with the opponent on roll.
    pub position_id: String,
    /// Equity by which plays are ranked, in points.
    pub equity: f32,
    /// Cubeless equity, in points per game at cube 1.
    pub cubeless_equity: f32,
    /// Match winning chance, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Search depth in plies; with a truncated rollout, that of the search before it.
    pub ply: u32,
    /// Truncated rollout that evaluated the play, such as `rollout1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout: Option<String>,
    /// Standard error of `equity`, in points; absent without a rollout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f32>,
    /// Cubeless probabilities.
    #[serde(with = "ProbabilityFields")]
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub probabilities: Probabilities,
}

/// A position that no play of the roll reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a play cannot be written")]
pub struct UnwritablePlayError;

codes! {
    UnwritablePlayError {
        Self => "play.unwritable",
    }
}

/// Converts ranked plays to their written form, in the same order.
///
/// ```
/// use sheshbesh_api::{answers::describe_plays, text::play_table};
/// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
/// use sheshbesh_movegen::{Dice, Game, Situation};
/// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
/// let situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let dice = Dice::new(3, 1).unwrap();
/// let ranked = evaluator.rank(&situation.position, dice, Depth::ONE);
/// let plays = describe_plays(&situation, dice, &ranked)?;
/// assert_eq!((plays[0].play.as_str(), plays.len()), ("8/5 6/5", 16));
/// println!("{}", play_table(situation.game, &plays, 5));
/// # Ok::<(), sheshbesh_api::answers::UnwritablePlayError>(())
/// ```
///
/// # Errors
/// If a play is not legal for the roll in the situation.
pub fn describe_plays(
    situation: &Situation,
    dice: Dice,
    ranked: &[RankedPlay],
) -> Result<Vec<Play>, UnwritablePlayError> {
    let Situation { game, ref position, .. } = *situation;
    let results: Vec<Position> = ranked.iter().map(|play| play.position).collect();
    let texts = notation::write_all(game, position, dice, &results);
    let is_match = situation.away().is_some();
    let plays = texts.into_iter().zip(ranked).map(|(text, ranked)| {
        Ok(Play {
            play: text.ok_or(UnwritablePlayError)?,
            position_id: notation::position_id(game, &ranked.position),
            equity: ranked.equity,
            cubeless_equity: ranked.probabilities.equity_by(situation.points_of_wins()),
            mwc: is_match.then_some(ranked.value),
            ply: ranked.depth.plies(),
            rollout: ranked.rollout.map(|rollout| rollout.level.to_string()),
            standard_error: ranked.rollout.map(|rollout| rollout.standard_error),
            probabilities: ranked.probabilities,
        })
    });
    plays.collect()
}
