//! Judged matches as a document: what `shesh analyze --json` writes, and reports are made of.
//!
//! Players are numbered 1 and 2, as the columns of a `.mat` file; what is said of both stands in that
//! order. Numbers are rounded to six places. **EMG** is normalized equity: points per game at the
//! cube as it stood before the decision, winning a single game being +1 and losing one −1, in a
//! match as in a money game. Beside it stands what it comes to: `mwc`, chances to win the match (0 to
//! 1), in a match; `points`, the cube included, in a money game. Fields that do not apply are left
//! out.

use super::{people::People, preset::Preset, statistics::Statistics};
#[cfg(feature = "openapi")]
use crate::verdicts::Fields;
use crate::{
    explained::{CubeExplanation, Explanation},
    verdicts::EngineId,
};
use serde::{Deserialize, Serialize};
use sheshbesh_record::Chances;

/// What the field `format` says.
pub const FORMAT: &str = "sheshbesh-analysis";

/// Judged matches with who judged them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// [`FORMAT`].
    pub format: String,
    /// Who judged, and by what.
    pub engine: Judges,
    /// One for each file, in the order in which they were given.
    pub matches: Vec<JudgedMatch>,
    /// Each player over all matches, by name, in the order in which they come.
    pub players: Vec<Career>,
    /// How often people find the best play, judged by the same preset, where that was measured and all
    /// matches are of backgammon or Nackgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<People>,
}

/// Who judged, and by what: whoever has all of this gets the same numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judges {
    /// The program and its network.
    #[serde(flatten)]
    pub id: EngineId,
    /// How thoroughly.
    pub preset: Preset,
    /// How deep a decision is searched at first, and how deep where that is not enough.
    pub ply: [u32; 2],
    /// How deep luck is searched.
    pub luck_ply: u32,
    /// Whether exact tables of the bearoff were used.
    pub bearoff_tables: bool,
    /// Chances to win a match at each score.
    pub match_equity_table: String,
    /// By which a loss has its name, and what is looked at more closely.
    pub thresholds: Thresholds,
    /// `xg` where eXtreme Gammon's special factors are applied to its rating.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub counted_as: Option<String>,
    /// Changes with anything that numbers depend on.
    pub settings_hash: String,
}

/// Losses of equity (EMG) that have names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// An error loses at least this.
    pub error: f64,
    /// A blunder loses at least this.
    pub blunder: f64,
    /// Plays this near to the best are searched deeper with it.
    pub rivals: f64,
    /// Cube decisions this near to another are searched deeper.
    pub cube: f64,
}

/// A match, decision by decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedMatch {
    /// The file, as it was given.
    pub file: String,
    /// Changes with its bytes, and with the rules and the length by which it was read.
    pub file_hash: String,
    /// Its format, as `shesh convert` calls it.
    pub format: String,
    /// The game that is played; of several in turn the first.
    pub game: String,
    /// Several games that are played in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// Points that are played to; 0 for money.
    pub length: u16,
    /// The rules of the cube by which it was judged.
    pub rules: Rules,
    /// The event, where the file tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Where it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// When, as in 2026-02-28.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What is said of the match as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// What is odd about the file.
    pub warnings: Vec<String>,
    /// What verdicts leave out or take from elsewhere, such as the network of another game; each in a
    /// sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Who plays, with all that they did.
    pub players: [JudgedPlayer; 2],
    /// How the first player's result comes about; only games with a result count.
    pub identity: Identity,
    /// One after the other.
    pub games: Vec<JudgedGame>,
}

/// The rules of the cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Gammons count only once the cube has been turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jacoby: Option<bool>,
    /// A double may be beavered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beavers: Option<bool>,
    /// There is a Crawford game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crawford: Option<bool>,
    /// What wins are worth, where that is not as usual in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<String>,
}

/// One of two players of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedPlayer {
    /// As the file writes it.
    pub name: String,
    /// The rating, as the file writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// All decisions of the match together.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// A player over many matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Career {
    /// As the files write it.
    pub name: String,
    /// In how many matches and money sessions.
    pub matches: usize,
    /// Games in them.
    pub games: usize,
    /// All decisions together.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// How a result comes about, for the first player; for the second, signs are turned.
///
/// `result = luck − errors + residual`. The residual is what depths disagree about, plays that the
/// rules forbid, and what was given away by resigning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Games that count.
    pub games: usize,
    /// By how much the chance to win the match, or the score in points, rose.
    pub result: f64,
    /// The first player's luck less the second's.
    pub luck: f64,
    /// The first player's errors less the second's.
    pub errors: f64,
    /// What is left.
    pub residual: f64,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedGame {
    /// What was played, where that is not the game of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Points won before it.
    pub score: [u16; 2],
    /// It is the Crawford game.
    pub crawford: bool,
    /// 1 or 2; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Points that the winner gets, the cube included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// What is said of the game as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Why it is judged no further, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// All decisions of the game, for both.
    pub players: [Statistics; 2],
    /// How its result comes about, where it has one and all of it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// In order. A roll before which the cube could have been turned and was not stands behind a
    /// decision not to double.
    pub decisions: Vec<Decision>,
    /// Games that were offered, whether that was taken or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resignations: Vec<Resignation>,
}

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = DecisionKind))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// How a roll is played.
    Play,
    /// Nothing: a roll that was not played, whose luck counts.
    Roll,
    /// Whether to double.
    Double,
    /// What to answer a double.
    Answer,
    /// What to answer a beaver.
    AnswerBeaver,
    /// What to answer a raccoon.
    AnswerRaccoon,
}

impl Kind {
    /// Whether it is one of the cube.
    pub const fn is_cube(self) -> bool {
        matches!(self, Self::Double | Self::Answer | Self::AnswerBeaver | Self::AnswerRaccoon)
    }
}

/// How a cube decision was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CubeError {
    /// Did not double where the opponent takes.
    MissedDouble,
    /// Did not double where the opponent passes.
    MissedCash,
    /// Doubled too early.
    WrongDouble,
    /// Doubled what was too good.
    WrongCash,
    /// Took what was to be passed.
    WrongTake,
    /// Passed what was to be taken.
    WrongPass,
    /// Beavered or raccooned wrongly, or did not where that was right.
    Beaver,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedDecision))]
pub struct Decision {
    /// Who decides, 1 or 2.
    pub seat: u8,
    /// What is decided.
    pub kind: Kind,
    /// The line of the file on which it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// GNU Backgammon's ID of the position, seen by the player on roll: of an answer, by who doubled.
    pub position_id: String,
    /// The whole table, for games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xgid: Option<String>,
    /// The roll, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// A play, `double`, `no-double`, `take`, `pass`, `beaver` or `raccoon`; `illegal` of a play or a
    /// turn of the cube that the rules forbid.
    pub played: String,
    /// The same of what is best; left out where nothing was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What is lost by what was done, in EMG, at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The same in chances to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_mwc: Option<f64>,
    /// The same in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_points: Option<f64>,
    /// It is a decision by eXtreme Gammon's rules, and counts in its rating.
    pub counted: bool,
    /// It is one by GNU Backgammon's rules, and counts in its rate.
    pub counted_by_gnubg: bool,
    /// How a cube decision was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<CubeError>,
    /// How deep it was searched; 0 where nothing was.
    pub ply: u32,
    /// Games of each rival, where they were rolled out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout_games: Option<u64>,
    /// What the best is worth to who decides, in EMG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// The same as a chance to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f64>,
    /// How many different plays the roll has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays: Option<usize>,
    /// By how much the best play is better than the second, in EMG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// What the roll was worth beyond the mean of all rolls, in EMG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// The same in chances to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_mwc: Option<f64>,
    /// The same in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_points: Option<f64>,
    /// What somebody has to say of it in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The foremost plays and the one that was made: those searched deepest first, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// What can be done with the cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
    /// By what it is a mistake, of those that are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explained>,
}

/// A mistake taken apart, as `best --explain` and `cube --explain` have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Explained {
    /// What was played and what is best, compared.
    Play(Box<Explanation>),
    /// Of a double, and of an answer.
    Cube(Box<CubeExplanation>),
}

impl Explained {
    /// What there is to say beside what is lost.
    pub fn sentences(&self) -> &[String] {
        match self {
            // The first says what is lost.
            Self::Play(of) if !of.close => of.sentences.get(1..).unwrap_or_default(),
            Self::Play(of) => &of.sentences,
            Self::Cube(of) => &of.sentences,
        }
    }
}

/// A play that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedPlay))]
pub struct Candidate {
    /// As people write it.
    pub play: String,
    /// The ID of the resulting position, which the opponent sees.
    pub position_id: String,
    /// In EMG, with the cube.
    pub equity: f64,
    /// As a chance to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f64>,
    /// How deep it was searched.
    pub ply: u32,
    /// The standard error of the equity, where it was rolled out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// Cubeless, for who plays.
    #[cfg_attr(feature = "openapi", schema(value_type = Fields))]
    pub probabilities: Chances,
}

/// What can be done with the cube, for who doubles or might have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedCube))]
pub struct Cube {
    /// The best for both sides, in words.
    pub action: String,
    /// Rolling on, in EMG.
    pub no_double: f64,
    /// Doubling, and the opponent takes.
    pub double_take: f64,
    /// Doubling, and the opponent passes: 1.
    pub double_pass: f64,
    /// The same three as chances to win the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<[f64; 3]>,
    /// The double may be beavered.
    pub may_beaver: bool,
    /// Points per game without a cube.
    pub cubeless_equity: f64,
    /// Cubeless, for who doubles or might have.
    #[cfg_attr(feature = "openapi", schema(value_type = Fields))]
    pub probabilities: Chances,
}

/// A game that was offered. It is not among the decisions, and counts in no rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resignation {
    /// Who offered to lose, 1 or 2.
    pub seat: u8,
    /// The line of the file on which it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The whole table, for games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xgid: Option<String>,
    /// `single`, `gammon` or `backgammon`.
    pub offered: String,
    /// Whether it was taken.
    pub accepted: bool,
    /// What playing on was worth to who offered, in EMG.
    pub equity: f64,
    /// What was offered is worth to him, in EMG.
    pub offer: f64,
    /// What the offer loses if it is taken, in EMG, at least 0.
    pub loss: f64,
    /// What its answer loses, at least 0: of taking too little, or of refusing enough.
    pub answer_loss: f64,
}

impl Resignation {
    /// What was offered, as people say it.
    pub(crate) fn words(&self) -> String {
        match self.offered.as_str() {
            "single" => "a single game".to_owned(),
            more => format!("a {more}"),
        }
    }
}
