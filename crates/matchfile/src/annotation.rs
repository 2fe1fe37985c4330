//! Annotations of the program that wrote a file.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Position;

/// Beginning of the level of our own evaluations, as in `Sheshbesh 3-ply`. Other programs count
/// plies differently.
pub const SHESHBESH_LEVEL: &str = "Sheshbesh";

/// A program's annotation of a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// Annotation on the cube decision before the roll, or on the answer to it.
    pub cube: Option<CubeAnnotation>,
    /// Annotation on the play.
    pub play: Option<PlayAnnotation>,
    /// Luck of the roll, in equity.
    pub luck: Option<f64>,
    /// Luck of the roll, in match winning chance.
    pub luck_match_chance: Option<f64>,
}

/// A program's annotation of a play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayAnnotation {
    /// The candidate plays, best first.
    pub candidates: Vec<Candidate>,
    /// Loss of the chosen play against the best one in normalized equity, at least 0.
    pub error: Option<f64>,
    /// True if the equities of the candidates are match winning chances, because the file has only
    /// those.
    pub mwc: bool,
}

/// A candidate play with its evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The resulting position, as the opponent sees it.
    pub result: Position,
    /// Normalized cubeful equity of the player who makes the play.
    pub equity: f64,
    /// Match winning chance of the player who makes the play, beside a normalized equity.
    pub match_chance: Option<f64>,
    /// Outcome probabilities of the player who makes the play.
    pub chances: Option<Chances>,
    /// Depth of the evaluation, in the program's words.
    pub level: String,
}

/// A program's annotation of a cube decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeAnnotation {
    /// Value of no double for the player on roll: normalized equity, or the match winning chance if
    /// `mwc` is true because the file has only that.
    pub no_double: f64,
    /// Value of a double that is taken, in the same unit.
    pub take: f64,
    /// Value of a double that is passed, in the same unit; `None` if the file does not state it for
    /// its match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<f64>,
    /// True if the three values are match winning chances, 0 to 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mwc: bool,
    /// Match winning chances of the same three actions, 0 to 1, beside normalized equities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_chances: Option<[f64; 3]>,
    /// Outcome probabilities of the player on roll.
    pub chances: Option<Chances>,
    /// Loss of the decision in this entry against the best one in normalized equity, at least 0.
    pub error: Option<f64>,
    /// Depth of the evaluation, in the program's words.
    pub level: String,
}

/// Outcome probabilities, 0 to 1. Wins include gammons, and gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// Probability of a win.
    pub win: f64,
    /// Probability of winning a gammon or backgammon.
    pub win_gammon: f64,
    /// Probability of winning a backgammon.
    pub win_backgammon: f64,
    /// Probability of losing a gammon or backgammon.
    pub lose_gammon: f64,
    /// Probability of losing a backgammon.
    pub lose_backgammon: f64,
}

impl Chances {
    /// Returns the probabilities of the other player.
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }
}
