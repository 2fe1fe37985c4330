//! Rollout of one question of an opening book.

use super::OpeningQuestion;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    Depth, EvaluationError, Evaluator,
    cube::Scale,
    rollout::{self, ROUND, RolloutResult, Start, StoppingRule, roll_out},
};
use sheshbesh_movegen::{Game, Position, notation};

/// A roll with its plays, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The roll and what went before it.
    #[serde(flatten)]
    pub question: OpeningQuestion,
    /// Plays that were rolled out, best first.
    pub plays: Vec<OpeningPlay>,
}

/// Result of a play, in points at cube 1 and rounded to five decimals; winning and losing a single
/// game of a match are +1 and −1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningPlay {
    /// The play in standard notation.
    pub play: String,
    /// Number of games.
    pub games: u64,
    /// Equity of the player who made it.
    pub equity: f32,
    /// Standard error of `equity`.
    pub standard_error: f32,
    /// Loss against the best play, over the games that both have played on the same dice; 0 for the
    /// best.
    pub behind: f32,
    /// Standard error of `behind`.
    pub behind_standard_error: f32,
}

impl OpeningPlay {
    /// True if the play is worse than the best, by more than two standard errors.
    pub fn is_surely_behind(&self) -> bool {
        self.behind > 2.0 * self.behind_standard_error
    }
}

/// Settings of rollouts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// Seed of the dice.
    pub seed: u64,
    /// Search depth of both sides in plies.
    pub ply: u32,
    /// Maximum number of games of a play.
    pub games: u64,
    /// Number of plies after which games end with a 2-ply evaluation; `None` to play to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncate: Option<u32>,
    /// Number of plays of a roll, the best at 2-ply.
    pub plays: usize,
    /// Standard error of the difference to the best play at which a play needs no more games, in
    /// points.
    pub difference: f32,
    /// Confidence at which a worse play is dropped.
    pub confidence: f32,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            ply: 1,
            games: 20_736,
            truncate: None,
            plays: 4,
            difference: 0.003,
            confidence: 0.999,
        }
    }
}

/// Games before a standard error counts: that of few games may be small by chance.
const LEAST_GAMES: u64 = 4 * ROUND;

impl OpeningSettings {
    /// Rolls out the plays of a question until the best is certain: each other play is worse with
    /// the confidence of the settings, or the standard error of its loss is small enough, or all
    /// games are played. The result depends on nothing else; threads do not change it.
    ///
    /// Returns `None` if the question has no legal position, or if the rollout was stopped.
    ///
    /// # Errors
    /// When the evaluator does not know the game.
    pub fn roll_out(
        &self,
        evaluator: &mut Evaluator,
        game: Game,
        question: &OpeningQuestion,
    ) -> Result<Option<Opening>, EvaluationError> {
        let Some((situation, dice)) = question.situation(game) else { return Ok(None) };
        let Some(depth) = Depth::new(self.ply) else { return Ok(None) };
        evaluator.set_stakes(&situation)?;
        let scale = evaluator.stakes().scale();
        let ranked = evaluator.rank_in_full(&situation.position, dice, Depth::TWO);
        let results: Vec<Position> =
            ranked.iter().take(self.plays).map(|play| play.position).collect();
        let names = notation::write_all(game, &situation.position, dice, &results);
        let starts: Vec<Start> = results.into_iter().map(Start::after_play).collect();
        let settings = rollout::Settings {
            games: self.games,
            seed: self.seed,
            depth,
            truncate: self.truncate,
            cube_turns: situation.turns_left(),
            enough: StoppingRule { confidence: Some(self.confidence), ..Default::default() },
            ..rollout::Settings::default()
        };
        let results =
            roll_out(evaluator, &starts, &settings, &mut |results| self.goes_on(scale, results));
        if evaluator.settings().stop.is_due() || results.is_empty() {
            return Ok(None);
        }
        let mut plays: Vec<OpeningPlay> = names
            .into_iter()
            .zip(&results)
            .map(|(name, result)| describe(name.unwrap_or_default(), scale, result))
            .collect();
        // A sort that keeps the order of equal plays, so that the best comes first.
        plays.sort_by(|a, b| b.equity.total_cmp(&a.equity).then(a.behind.total_cmp(&b.behind)));
        Ok(Some(Opening { question: question.clone(), plays }))
    }

    /// True if a play needs more games.
    fn goes_on(&self, scale: Scale, results: &[RolloutResult]) -> bool {
        let most = results.iter().map(|result| result.games).max().unwrap_or(0);
        if most < LEAST_GAMES {
            return true;
        }
        if let [alone] = results {
            return in_points(scale, alone.value.mean, alone.value.standard_error)
                > self.difference;
        }
        // A play with fewer games has been dropped, and the best has no error.
        results.iter().filter(|result| result.games == most).any(|result| {
            let error = result.behind.standard_error;
            in_points(scale, result.value.mean, error) > self.difference
        })
    }
}

/// A difference of values near `value`, in points.
fn in_points(scale: Scale, value: f32, difference: f32) -> f32 {
    scale.points(value + difference) - scale.points(value)
}

fn describe(play: String, scale: Scale, result: &RolloutResult) -> OpeningPlay {
    let value = result.value.mean;
    let points = |difference: f32| rounded(in_points(scale, value, difference));
    OpeningPlay {
        play,
        games: result.games,
        equity: rounded(scale.points(value)),
        standard_error: points(result.value.standard_error),
        behind: points(result.behind.mean),
        behind_standard_error: points(result.behind.standard_error),
    }
}

/// Rounds to five decimals.
fn rounded(number: f32) -> f32 {
    ((f64::from(number) * 1e5).round() / 1e5) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{FirstPlay, OpeningScore};
    use sheshbesh_evaluator::Settings;

    fn question(score: OpeningScore, after: Option<(&str, &str)>, roll: &str) -> OpeningQuestion {
        let after =
            after.map(|(roll, play)| FirstPlay { roll: roll.to_owned(), play: play.to_owned() });
        OpeningQuestion { score, after, other_side: false, roll: roll.to_owned() }
    }

    fn roll_out(question: &OpeningQuestion, games: u64) -> Opening {
        let settings = OpeningSettings { games, plays: 3, ..OpeningSettings::default() };
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        settings.roll_out(&mut evaluator, Game::Backgammon, question).unwrap().unwrap()
    }

    #[test]
    fn the_best_first_plays_are_well_known() {
        let opening = roll_out(&question(OpeningScore::Money, None, "31"), 216);
        let [best, second, ..] = &opening.plays[..] else { panic!("{opening:?}") };
        assert_eq!(best.play, "8/5 6/5");
        assert_eq!((best.behind, best.behind_standard_error), (0.0, 0.0));
        assert!(second.is_surely_behind(), "{opening:?}");
        // Worse plays are dropped before all games are played.
        assert!(second.games < 216, "{opening:?}");
        assert!((best.equity - second.equity - second.behind).abs() < 0.1);
    }

    #[test]
    fn replies_and_scores_have_their_own_stakes() {
        let reply = question(OpeningScore::GammonGo, Some(("31", "8/5 6/5")), "66");
        let opening = roll_out(&reply, 36);
        assert_eq!(opening.question, reply);
        assert_eq!(opening.plays[0].play, "24/18(2) 13/7(2)");
        let illegal = question(OpeningScore::Money, Some(("31", "24/18(2)")), "66");
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        let settings = OpeningSettings::default();
        let none = settings.roll_out(&mut evaluator, Game::Backgammon, &illegal).unwrap();
        assert_eq!(none, None);
    }
}
