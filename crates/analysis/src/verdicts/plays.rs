//! Ranked plays of a roll: the answer of `shesh best`.

use super::{STRING, head::Head, probabilities::Fields, stakes::stakes_words};
use crate::explained::Explanation;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, RankedPlay};
use sheshbesh_movegen::{Dice, Position, Situation, notation};
use sheshbesh_network::Probabilities;
use std::fmt::Write;

/// All plays of a roll, best first; plays searched deeper come before the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestPlays {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// The roll, such as `31`.
    pub dice: String,
    /// True if plays are ranked by cubeful equity.
    pub cubeful: bool,
    /// Plays, best first.
    pub plays: Vec<Play>,
    /// Explanation of why one of two plays is better, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

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
    /// Search depth in plies.
    pub ply: u32,
    /// Cubeless probabilities.
    #[serde(with = "Fields")]
    #[cfg_attr(feature = "openapi", schema(value_type = Fields))]
    pub probabilities: Probabilities,
}

/// A position that no play of the roll reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a play cannot be written")]
pub struct Unwritable;

/// Converts ranked plays to their written form, in the same order.
///
/// ```
/// use sheshbesh_analysis::verdicts::{play_table, plays};
/// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
/// use sheshbesh_movegen::{Dice, Game, Situation};
/// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
/// let situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let dice = Dice::new(3, 1).unwrap();
/// let ranked = evaluator.rank(&situation.position, dice, Depth::ONE);
/// let plays = plays(&situation, dice, &ranked)?;
/// assert_eq!((plays[0].play.as_str(), plays.len()), ("8/5 6/5", 16));
/// println!("{}", play_table(&plays, 5));
/// # Ok::<(), sheshbesh_analysis::verdicts::Unwritable>(())
/// ```
///
/// # Errors
/// If a play is not legal for the roll in the situation.
pub fn plays(
    situation: &Situation,
    dice: Dice,
    ranked: &[RankedPlay],
) -> Result<Vec<Play>, Unwritable> {
    let Situation { game, ref position, .. } = *situation;
    let results: Vec<Position> = ranked.iter().map(|play| play.position).collect();
    let texts = notation::write_all(game, position, dice, &results);
    let is_match = situation.away().is_some();
    let plays = texts.into_iter().zip(ranked).map(|(text, ranked)| {
        Ok(Play {
            play: text.ok_or(Unwritable)?,
            position_id: notation::position_id(game, &ranked.position),
            equity: ranked.equity,
            cubeless_equity: ranked.probabilities.equity_by(situation.points_of_wins()),
            mwc: is_match.then_some(ranked.value),
            ply: ranked.depth.plies(),
            probabilities: ranked.probabilities,
        })
    });
    plays.collect()
}

/// Heading of a table of plays: their number and the search depth. In a match or a game with a cube
/// it also states cubeful or cubeless equity, and the stakes.
pub fn heading(
    situation: &Situation,
    dice: Dice,
    plays: usize,
    depth: Depth,
    cubeful: bool,
) -> String {
    let plural = if plays == 1 { "play" } else { "plays" };
    let cube = if situation.game.has_cube() || situation.away().is_some() {
        let how = if cubeful { "cubeful" } else { "cubeless" };
        format!(", {how},\n{}", stakes_words(situation))
    } else {
        String::new()
    };
    format!("{dice} has {plays} {plural}; at {depth}-ply{cube}:\n")
}

/// Formats the first `most` plays as a table; probabilities are in percent.
pub fn play_table(plays: &[Play], most: usize) -> String {
    let width = plays.iter().take(most).map(|play| play.play.len()).max().unwrap_or(0).max(10);
    let mut text =
        format!("      {:width$}   equity     diff    win  gam   bg   lose  gam   bg\n", "play");
    let (best, deepest) = plays.first().map_or((0.0, 1), |play| (play.equity, play.ply));
    for (play, place) in plays.iter().take(most).zip(1..) {
        let Play { play, equity, ply, probabilities: p, .. } = play;
        let difference = match place {
            1 => String::new(),
            _ => format!("{:+.4}", equity - best),
        };
        let [win, wg, wb, lose, lg, lb] =
            [p.win, p.win_gammon, p.win_backgammon, p.lose(), p.lose_gammon, p.lose_backgammon]
                .map(|p| 100.0 * p);
        // The depth is shown only for plays searched less deeply than the best.
        let ply = if *ply < deepest { format!("  {ply}-ply") } else { String::new() };
        writeln!(
            text,
            " {place:3}. {play:width$}  {equity:+.4}  {difference:>7}  {win:5.1} {wg:4.1} {wb:4.1}  {lose:5.1} {lg:4.1} {lb:4.1}{ply}",
        )
        .expect(STRING);
    }
    text
}
