//! Analyzed matches as a document: the output of `shesh analyze --json` and the input of reports.
//!
//! Players are numbered 1 and 2, as the columns of a `.mat` file; pairs of values have this order.
//! Numbers are rounded to six decimals. **EMG** is normalized equity, in points per game at the
//! cube before the decision: winning a single game is +1 and losing one is −1, in a match as in a
//! money game. Each EMG value has a companion in the unit of the stakes: `mwc`, the match winning
//! chance (0 to 1), in a match, or `points`, multiplied by the cube, in a money game. Fields that
//! do not apply are omitted.

use super::{people::People, preset::Preset, statistics::Statistics};
#[cfg(feature = "openapi")]
use crate::probability_fields::ProbabilityFields;
use crate::{
    EngineId,
    explain::{CubeExplanation, Explanation},
};
use serde::{Deserialize, Serialize};
use sheshbesh_matchfile::Chances;
use sheshbesh_movegen::Message;

/// Value of the field `format`.
pub const FORMAT: &str = "sheshbesh-analysis";

/// Analyzed matches with the settings of the analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// [`FORMAT`].
    pub format: String,
    /// Engine and settings of the analysis.
    pub engine: AnalysisSettings,
    /// One match for each file, in the order given.
    pub matches: Vec<AnalyzedMatch>,
    /// Totals of each player over all matches, by name, in order of first appearance.
    pub players: Vec<PlayerTotals>,
    /// Human match rates for the same preset. Present if they were measured for it and all matches
    /// are of backgammon or Nackgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<People>,
}

/// Engine and settings of an analysis. They determine all of its numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisSettings {
    /// Program and network.
    #[serde(flatten)]
    pub id: EngineId,
    /// Analysis preset.
    pub preset: Preset,
    /// Search depths in plies: of the first search, and of the deeper search of doubtful decisions.
    pub ply: [u32; 2],
    /// Search depth for luck, in plies.
    pub luck_ply: u32,
    /// True if exact bearoff tables were used.
    pub bearoff_tables: bool,
    /// Name of the match equity table; see also [`AnalyzedMatch::match_equity_tables`].
    pub match_equity_table: String,
    /// Thresholds of errors, and of decisions searched deeper.
    pub thresholds: Thresholds,
    /// `xg` if the rating uses eXtreme Gammon's special factors.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub counted_as: Option<String>,
    /// Hash of all settings that numbers depend on.
    pub settings_hash: String,
}

/// Equity thresholds, in EMG.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Minimum loss of an error.
    pub error: f64,
    /// Minimum loss of a blunder.
    pub blunder: f64,
    /// Plays within this margin of the best are searched deeper with it. Earlier documents call it
    /// `rivals`.
    #[serde(alias = "rivals")]
    pub near_best: f64,
    /// Cube decisions within this margin of another action are searched deeper.
    pub cube: f64,
    /// Not doubling counts in eXtreme Gammon's rating unless a double that is taken is worse by
    /// more than this.
    #[serde(default = "xgs_margin")]
    pub early: f64,
}

/// Margin of analyses that do not state theirs.
const fn xgs_margin() -> f64 {
    0.2
}

/// Analysis of a match, decision by decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalyzedMatch {
    /// File name as given.
    pub file: String,
    /// Hash of the file's bytes and of the rules and match length used to read it.
    pub file_hash: String,
    /// File format, as named by `shesh convert`.
    pub format: String,
    /// Game played; the first one in a series of games.
    pub game: String,
    /// Series of games played in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// Match length in points; 0 for money.
    pub length: u16,
    /// Cube rules used in the analysis.
    pub rules: Rules,
    /// Event, if the file states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Site, if the file states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Date in the form 2026-02-28, if the file states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Comment on the match as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Irregularities of the file.
    pub warnings: Vec<String>,
    /// The same irregularities as codes with values, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warning_messages: Vec<Message>,
    /// Limitations of the analysis, such as the use of another game's network; one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Names of the tables that evaluated the scores of the match's games, if they are not the one
    /// of the settings alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub match_equity_tables: Vec<String>,
    /// Players with their statistics.
    pub players: [AnalyzedPlayer; 2],
    /// Breakdown of the first player's result; only games with a result count.
    pub identity: Identity,
    /// Games in order.
    pub games: Vec<AnalyzedGame>,
}

/// Cube rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Jacoby rule: gammons count only once the cube has been turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jacoby: Option<bool>,
    /// A double may be beavered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beavers: Option<bool>,
    /// The match has a Crawford game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crawford: Option<bool>,
    /// Scoring of wins, if it is not the usual one of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<String>,
}

/// One of the two players of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalyzedPlayer {
    /// Name in the file.
    pub name: String,
    /// Rating in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// Statistics over all decisions of the match.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// Totals of a player over many matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerTotals {
    /// Name in the files.
    pub name: String,
    /// Number of matches and money sessions.
    pub matches: usize,
    /// Number of games.
    pub games: usize,
    /// Statistics over all decisions.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// Breakdown of a result into luck and errors, for the first player. The second player's values
/// have the opposite signs.
///
/// `result = luck − errors + residual`. The residual comes from disagreement between search depths,
/// illegal plays, and equity given away by resigning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Games that count.
    pub games: usize,
    /// Gain in match winning chance, or in points.
    pub result: f64,
    /// Luck of the first player minus luck of the second.
    pub luck: f64,
    /// Errors of the first player minus errors of the second.
    pub errors: f64,
    /// Unexplained remainder.
    pub residual: f64,
}

/// Analysis of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalyzedGame {
    /// Game played, if it is not the game of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Score before the game, in points.
    pub score: [u16; 2],
    /// True for the Crawford game.
    pub crawford: bool,
    /// Winner, 1 or 2; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Points for the winner, multiplied by the cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Comment on the game as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Reason for stopping the analysis of the game early, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The reason as a code with values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_message: Option<Message>,
    /// Statistics of both players over all decisions of the game.
    pub players: [Statistics; 2],
    /// Breakdown of the game's result, if it has one and was analyzed completely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// Decisions in order. If the cube could have been turned before a roll but was not, a
    /// no-double decision precedes the roll.
    pub decisions: Vec<Decision>,
    /// Offers to resign, accepted or refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resignations: Vec<Resignation>,
}

/// Kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// Play of a roll.
    Play,
    /// A roll that was not played; no decision, but its luck counts.
    Roll,
    /// Doubling or rolling on.
    Double,
    /// Answer to a double.
    Answer,
    /// Answer to a beaver.
    AnswerBeaver,
    /// Answer to a raccoon.
    AnswerRaccoon,
}

impl DecisionKind {
    /// True for a cube decision.
    pub const fn is_cube(self) -> bool {
        matches!(self, Self::Double | Self::Answer | Self::AnswerBeaver | Self::AnswerRaccoon)
    }
}

/// Kind of cube error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CubeError {
    /// Did not double when the opponent takes.
    MissedDouble,
    /// Did not double when the opponent passes.
    MissedCash,
    /// Doubled too early.
    WrongDouble,
    /// Doubled when too good to double.
    WrongCash,
    /// Took when a pass was right.
    WrongTake,
    /// Passed when a take was right.
    WrongPass,
    /// Wrong beaver or raccoon, or one that was missed.
    Beaver,
}

/// Analysis of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedDecision))]
pub struct Decision {
    /// Player who decides, 1 or 2.
    pub seat: u8,
    /// Kind of decision.
    pub kind: DecisionKind,
    /// Line number in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Position ID in GNU Backgammon's format, from the view of the player on roll; for an answer,
    /// the player who doubled.
    pub position_id: String,
    /// XGID, in games that have XGIDs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xgid: Option<String>,
    /// The roll, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// Action played: a play, `double`, `no-double`, `take`, `pass`, `beaver` or `raccoon`;
    /// `illegal` for a play or a cube turn that broke the rules.
    pub played: String,
    /// Best action, in the same form; omitted if nothing was evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Loss of the action played, in EMG, at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Loss in match winning chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_mwc: Option<f64>,
    /// Loss in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_points: Option<f64>,
    /// True if the decision counts by eXtreme Gammon's rules, for its rating.
    pub counted: bool,
    /// True if the decision counts by GNU Backgammon's rules, for its error rate.
    pub counted_by_gnubg: bool,
    /// Kind of cube error, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<CubeError>,
    /// Search depth in plies; 0 if nothing was evaluated.
    pub ply: u32,
    /// Games per candidate, if they were rolled out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout_games: Option<u64>,
    /// Equity of the best action for the player who decides, in EMG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// Match winning chance of the best action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f64>,
    /// Number of different plays of the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays: Option<usize>,
    /// Equity of the best play minus that of the second-best, in EMG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// Luck: the value of the roll minus the mean over all rolls, in EMG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// Luck in match winning chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_mwc: Option<f64>,
    /// Luck in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_points: Option<f64>,
    /// Comment in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Candidate plays, including the one made: deepest search first, then best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// Equities of the cube actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
    /// Verdict of the program that wrote the file, for a decision that nobody has made yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_verdict: Option<FileVerdict>,
    /// Explanation of a mistake, for mistakes that are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explained>,
}

/// Verdict in a file, by the program that wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FileVerdict {
    /// Best play, or best cube action of both sides in words.
    pub best: String,
    /// Equity of the best action for the player on roll, in EMG; omitted if the file states only
    /// match winning chances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// Depth of the evaluation, in the program's words.
    pub level: String,
}

/// Explanation of a mistake, as in `best --explain` and `cube --explain`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Explained {
    /// Comparison of the play made and the best play.
    Play(Box<Explanation>),
    /// Explanation of a double or of its answer.
    Cube(Box<CubeExplanation>),
}

impl Explained {
    /// Sentences of the explanation, without the one that repeats the loss.
    pub fn sentences(&self) -> &[String] {
        match self {
            // The first sentence states the loss.
            Self::Play(of) if !of.close => of.sentences.get(1..).unwrap_or_default(),
            Self::Play(of) => &of.sentences,
            Self::Cube(of) => &of.sentences,
        }
    }
}

/// Evaluation of a candidate play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedPlay))]
pub struct Candidate {
    /// Play in standard notation.
    pub play: String,
    /// ID of the position after the play, with the opponent on roll.
    pub position_id: String,
    /// Cubeful equity in EMG.
    pub equity: f64,
    /// Match winning chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f64>,
    /// Search depth in plies.
    pub ply: u32,
    /// Standard error of the equity, if it was rolled out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// Cubeless probabilities for the player who makes the play.
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub probabilities: Chances,
}

/// Equities of the cube actions, for the player who doubles or could have doubled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedCube))]
pub struct Cube {
    /// Best action of both sides, in words.
    pub action: String,
    /// Equity of rolling on, in EMG.
    pub no_double: f64,
    /// Equity of doubling if the opponent takes, in EMG.
    pub double_take: f64,
    /// Equity of doubling if the opponent passes, in EMG: 1.
    pub double_pass: f64,
    /// Match winning chances of the same three actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<[f64; 3]>,
    /// True if the double may be beavered.
    pub may_beaver: bool,
    /// Cubeless equity in points per game.
    pub cubeless_equity: f64,
    /// Cubeless probabilities for the player who doubles or could have doubled.
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub probabilities: Chances,
}

/// Analysis of an offer to resign. It is not a decision and counts in no rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resignation {
    /// Player who offers to resign, 1 or 2.
    pub seat: u8,
    /// Line number in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Position ID, from the view of the player on roll.
    pub position_id: String,
    /// XGID, in games that have XGIDs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xgid: Option<String>,
    /// Level of the offer: `single`, `gammon` or `backgammon`.
    pub offered: String,
    /// True if the offer was accepted.
    pub accepted: bool,
    /// Equity of playing on for the player who offers, in EMG.
    pub equity: f64,
    /// Equity of the offer for the player who offers, in EMG.
    pub offer: f64,
    /// Loss of the offer if it is accepted, in EMG, at least 0.
    pub loss: f64,
    /// Loss of the answer, in EMG, at least 0: accepting too little or refusing enough.
    pub answer_loss: f64,
}

impl Resignation {
    /// Level of the offer in words.
    pub fn words(&self) -> String {
        match self.offered.as_str() {
            "single" => "a single game".to_owned(),
            more => format!("a {more}"),
        }
    }
}
