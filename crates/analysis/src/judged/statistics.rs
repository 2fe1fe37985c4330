//! What a player's decisions add up to.

use super::interval::Rate;
use serde::{Deserialize, Serialize};

/// All decisions of a player in a game, a match, or many.
///
/// | convention | sum of | over |
/// |---|---|---|
/// | `pr`, eXtreme Gammon | 500 × loss | decisions that are not obvious |
/// | `gnubg_error_rate` | 1000 × loss | plays with a choice, cube decisions that are close or were made |
/// | `snowie_error_rate` | 1000 × loss | all plays of both players |
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// eXtreme Gammon's performance rating; none without decisions.
    pub pr: Option<f64>,
    /// Where it lies with 95 %, by how games differ; none for fewer than three games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pr_interval: Option<[f64; 2]>,
    /// What eXtreme Gammon calls that rating; none in games other than backgammon and Nackgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Losses of all decisions together, in EMG.
    pub error: f64,
    /// In chances to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_mwc: Option<f64>,
    /// In points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_points: Option<f64>,
    /// The part of plays, in EMG.
    pub play_error: f64,
    /// The part of the cube, in EMG.
    pub cube_error: f64,
    /// Decisions by eXtreme Gammon's rules: `plays` and `cube_decisions`.
    pub decisions: u64,
    /// Those that are plays.
    pub plays: u64,
    /// Those of the cube, answers included.
    pub cube_decisions: u64,
    /// Errors (0.020 and more), blunders included.
    pub errors: u64,
    /// Blunders (0.080 and more).
    pub blunders: u64,
    /// Errors of the cube by kind.
    pub cube_errors: CubeErrors,
    /// GNU Backgammon's error rate, in thousandths; none without decisions.
    pub gnubg_error_rate: Option<f64>,
    /// Decisions by GNU Backgammon's rules.
    pub gnubg_decisions: u64,
    /// What GNU Backgammon calls that rate; none in games other than backgammon and Nackgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gnubg_level: Option<String>,
    /// Snowie's error rate, in thousandths; none without plays.
    pub snowie_error_rate: Option<f64>,
    /// Plays of both players, forced ones included: what Snowie divides by.
    pub snowie_plays: u64,
    /// Rolls whose luck counts.
    pub rolls: u64,
    /// Luck of all rolls together, in EMG.
    pub luck: f64,
    /// In chances to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_mwc: Option<f64>,
    /// In points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_points: Option<f64>,
    /// What the player would have won if both had been equally lucky: the chance to win the match, or
    /// points. None where games without a result are among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_adjusted_result: Option<f64>,
    /// How often the best play was found.
    pub match_rate: MatchRate,
}

impl Statistics {
    /// With what programs call the rates, which they do for games that are `rated`, or without.
    #[must_use]
    pub(super) fn with_levels_if(self, rated: bool) -> Self {
        if rated { self } else { Self { level: None, gnubg_level: None, ..self } }
    }
}

/// Errors of the cube by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CubeErrors {
    /// Not doubled where the opponent takes.
    pub missed_double: Sum,
    /// Not doubled where the opponent passes.
    pub missed_cash: Sum,
    /// Doubled too early.
    pub wrong_double: Sum,
    /// Doubled what was too good.
    pub wrong_cash: Sum,
    /// Took what was to be passed.
    pub wrong_take: Sum,
    /// Passed what was to be taken.
    pub wrong_pass: Sum,
    /// Beavers and raccoons, turned or not.
    pub beaver: Sum,
}

/// Errors together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// How many lose anything.
    pub count: u64,
    /// What they lose together, in EMG.
    pub loss: f64,
}

/// How often the best play was found, ties within 0.0005 included, among the plays that eXtreme Gammon
/// counts; by how much better the best is than the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchRate {
    /// Of all that count.
    pub all: Rate,
    /// Better by 0.005 to 0.02.
    pub close: Rate,
    /// By 0.02 to 0.08.
    pub middle: Rate,
    /// By more.
    pub wide: Rate,
}
