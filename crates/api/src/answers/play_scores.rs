//! Best play of a roll at every score: the answer of `shesh best --scores`.

use super::{
    head::Head,
    play::{Play, describe_plays},
    scores::{Score, ScoresError, ask_everywhere},
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{EngineId, notes::EvaluationNote};
use sheshbesh_evaluator::{EvaluationLevel, Evaluator, RankedPlay};
use sheshbesh_movegen::{Dice, Phase, Situation};

/// Best play of a roll at every score of a match and for money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayScores {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// The roll, such as `31`.
    pub dice: String,
    /// Search depth in plies; with truncated rollouts, of the search before them.
    pub ply: u32,
    /// Truncated rollout that evaluated the best plays, such as `rollout1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout: Option<String>,
    /// True if the search includes cube play.
    pub cubeful: bool,
    /// Match length in points.
    pub length: u16,
    /// Plays that are best at any score or for money: the best play for money first, the others by
    /// the number of scores at which they are best.
    pub plays: Vec<LetteredPlay>,
    /// Best play for money.
    pub money: BestPlay,
    /// Each score at which this cube is possible. Cubeless play is the same in the Crawford game
    /// and after it, so the Crawford game is then left out.
    pub scores: Vec<PlayAtScore>,
}

/// A play that is best somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetteredPlay {
    /// Letter of the play in the table, from `A`.
    pub letter: String,
    /// Play in standard notation.
    pub play: String,
    /// Position after the play, with the opponent on roll.
    pub position_id: String,
    /// Number of scores at which the play is best.
    pub scores: usize,
}

/// Best play at a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayAtScore {
    /// Score.
    #[serde(flatten)]
    pub score: Score,
    /// Play.
    #[serde(flatten)]
    pub best: BestPlay,
}

/// Best play with its equity and margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestPlay {
    /// Letter of the play in the table.
    pub letter: String,
    /// Play in standard notation.
    pub play: String,
    /// Equity in points.
    pub equity: f32,
    /// Match winning chance, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Loss of the second-best play, in points; null if it was not evaluated at the same level.
    pub margin: Option<f32>,
}

/// Letters A to Z, then AA to ZZ.
fn letter(number: usize) -> String {
    let one = |number: usize| char::from(b'A' + (number % 26) as u8);
    match number.checked_sub(26) {
        None => one(number).to_string(),
        Some(beyond) => format!("{}{}", one(beyond / 26), one(beyond)),
    }
}

impl PlayScores {
    /// Ranks the plays of a roll at every score of a match to `length` points, with the cube as it
    /// stands, and for money. The evaluator's settings select cubeful or cubeless search. Calls
    /// `done` after each score with the total number of scores.
    ///
    /// # Errors
    /// If the cube is impossible at every score, or if the situation cannot be evaluated.
    pub fn ask(
        evaluator: &Evaluator,
        engine: EngineId,
        situation: &Situation,
        dice: Dice,
        level: EvaluationLevel,
        length: u16,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, ScoresError> {
        let cubeful = evaluator.settings().cubeful;
        let rank = |analyzer: &mut Evaluator, at: &Situation| {
            analyzer.set_stakes(at)?;
            Ok((*at, analyzer.rank_in_full(&at.position, dice, level)))
        };
        // Cubeless play is the same in the Crawford game and after it.
        let (money, scores) = ask_everywhere(evaluator, situation, length, cubeful, done, rank)?;
        let written =
            |(at, ranked): (Situation, Vec<RankedPlay>)| describe_plays(&at, dice, &ranked);
        let scores: Result<Vec<(Score, Vec<Play>)>, _> =
            scores.into_iter().map(|(score, ranked)| Ok((score, written(ranked)?))).collect();
        let scores = scores.map_err(ScoresError::Unwritable)?;
        let mut head = Head::new(engine, &Situation { phase: Phase::Rolled(dice), ..*situation });
        if let Some(note) = EvaluationNote::scores(situation.game).filter(|_| length > 1) {
            head.add_note(&note);
        }
        Ok(Self::new(head, dice.to_string(), level, cubeful, length, &written(money)?, &scores))
    }

    /// Builds the answer from the plays ranked for money and at each score, best first; `level` is
    /// that of the evaluations.
    ///
    /// # Panics
    /// If a list of plays is empty. A forced pass counts as one play.
    pub fn new(
        head: Head,
        dice: String,
        level: EvaluationLevel,
        cubeful: bool,
        length: u16,
        money: &[Play],
        scores: &[(Score, Vec<Play>)],
    ) -> Self {
        let lettered = letter_plays(&money[0], scores);
        let best = |plays: &[Play]| {
            let (play, second) = (&plays[0], plays.get(1));
            let letter = lettered.iter().find(|known| known.position_id == play.position_id);
            let as_close =
                second.filter(|second| (second.ply, &second.rollout) == (play.ply, &play.rollout));
            BestPlay {
                letter: letter.expect("every best play has a letter").letter.clone(),
                play: play.play.clone(),
                equity: play.equity,
                mwc: play.mwc,
                margin: as_close.map(|second| play.equity - second.equity),
            }
        };
        let (money, scores) = (
            best(money),
            scores.iter().map(|(score, plays)| PlayAtScore { score: *score, best: best(plays) }),
        );
        let scores = scores.collect();
        let ply = level.depth().plies();
        let rollout = level.rollout().map(|rollout| rollout.to_string());
        Self { head, dice, ply, rollout, cubeful, length, plays: lettered, money, scores }
    }
}

/// Assigns letters to the plays that are best anywhere: the best play for money first, then by the
/// number of scores, then by first occurrence in the table.
fn letter_plays(money: &Play, scores: &[(Score, Vec<Play>)]) -> Vec<LetteredPlay> {
    let mut found: Vec<LetteredPlay> = Vec::new();
    let bests = scores.iter().map(|(_, plays)| (&plays[0], 1));
    for (play, count) in [(money, 0)].into_iter().chain(bests) {
        match found.iter_mut().find(|known| known.position_id == play.position_id) {
            Some(known) => known.scores += count,
            None => found.push(LetteredPlay {
                letter: String::new(),
                play: play.play.clone(),
                position_id: play.position_id.clone(),
                scores: count,
            }),
        }
    }
    found[1..].sort_by_key(|play| std::cmp::Reverse(play.scores));
    for (number, play) in found.iter_mut().enumerate() {
        play.letter = letter(number);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        let letters = [0, 1, 25, 26, 51, 52].map(letter);
        assert_eq!(letters, ["A", "B", "Z", "AA", "AZ", "BA"]);
    }
}
