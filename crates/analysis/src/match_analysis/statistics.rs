//! Statistics over a player's decisions.

use super::interval::Rate;
use serde::{Deserialize, Serialize};

/// Statistics over all decisions of a player in a game, a match, or many matches.
///
/// | convention | sum of | over |
/// |---|---|---|
/// | `pr`, eXtreme Gammon | 500 × loss | decisions that are not obvious |
/// | `gnubg_error_rate` | 1000 × loss | plays with a choice, close or made cube decisions |
/// | `snowie_error_rate` | 1000 × loss | all plays of both players |
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// eXtreme Gammon's performance rating; null without decisions.
    pub pr: Option<f64>,
    /// 95 % confidence interval of `pr`, from the variation between games; absent for fewer than
    /// three games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pr_interval: Option<[f64; 2]>,
    /// eXtreme Gammon's level name for `pr`; only for backgammon and Nackgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Total loss of all decisions, in EMG.
    pub error: f64,
    /// Total loss in match winning chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_mwc: Option<f64>,
    /// Total loss in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_points: Option<f64>,
    /// Loss by plays, in EMG.
    pub play_error: f64,
    /// Loss by cube decisions, in EMG.
    pub cube_error: f64,
    /// Decisions by eXtreme Gammon's rules: `plays` plus `cube_decisions`.
    pub decisions: u64,
    /// Plays among `decisions`.
    pub plays: u64,
    /// Cube decisions among `decisions`, including answers.
    pub cube_decisions: u64,
    /// Errors (0.020 and more), including blunders.
    pub errors: u64,
    /// Blunders (0.080 and more).
    pub blunders: u64,
    /// Cube errors by kind.
    pub cube_errors: CubeErrors,
    /// GNU Backgammon's error rate, in thousandths; null without decisions.
    pub gnubg_error_rate: Option<f64>,
    /// Decisions by GNU Backgammon's rules.
    pub gnubg_decisions: u64,
    /// GNU Backgammon's level name for its error rate; only for backgammon and Nackgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gnubg_level: Option<String>,
    /// Snowie's error rate, in thousandths; null without plays.
    pub snowie_error_rate: Option<f64>,
    /// Plays of both players, including forced ones: the divisor of Snowie's error rate.
    pub snowie_plays: u64,
    /// Rolls with luck.
    pub rolls: u64,
    /// Total luck of all rolls, in EMG.
    pub luck: f64,
    /// Total luck in match winning chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_mwc: Option<f64>,
    /// Total luck in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_points: Option<f64>,
    /// Luck-adjusted result, as if both players had been equally lucky: match winning chance or
    /// points. Absent if a game has no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_adjusted_result: Option<f64>,
    /// Share of plays in which the best play was found.
    pub match_rate: MatchRate,
}

impl Statistics {
    /// Keeps the level names if the game is `rated`, otherwise removes them.
    #[must_use]
    pub(super) fn with_levels_if(self, rated: bool) -> Self {
        if rated { self } else { Self { level: None, gnubg_level: None, ..self } }
    }
}

/// Cube errors by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CubeErrors {
    /// Did not double when the opponent takes.
    pub missed_double: Sum,
    /// Did not double when the opponent passes.
    pub missed_cash: Sum,
    /// Doubled too early.
    pub wrong_double: Sum,
    /// Doubled when too good to double.
    pub wrong_cash: Sum,
    /// Took when a pass was right.
    pub wrong_take: Sum,
    /// Passed when a take was right.
    pub wrong_pass: Sum,
    /// Wrong or missed beavers and raccoons.
    pub beaver: Sum,
}

/// Number and total loss of errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// Number of errors.
    pub count: u64,
    /// Total loss in EMG.
    pub loss: f64,
}

/// Match rate: share of plays that are the best or within 0.0005 of it, among the plays that
/// eXtreme Gammon counts. Classes are by the equity difference between the best and the second-best
/// play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchRate {
    /// All plays.
    pub all: Rate,
    /// Difference from 0.005 to 0.02.
    pub close: Rate,
    /// Difference from 0.02 to 0.08.
    pub middle: Rate,
    /// Difference above 0.08.
    pub wide: Rate,
}
