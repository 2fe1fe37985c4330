//! Match analysis: every decision, the luck of every roll, and statistics over them.
//!
//! [`MatchAnalyzer`] analyzes a match and returns a [`AnalyzedMatch`]. A [`Document`] holds many matches with
//! the settings of the analysis. `docs/guide/analysis.md` explains the numbers.

mod annotate;
mod counting;
mod cubes;
mod decision_analyzer;
mod decision_points;
mod depths;
mod document;
mod explanations;
mod file_verdict;
mod interval;
mod levels;
mod luck;
mod marks;
mod match_analyzer;
mod mistakes;
mod parts;
mod people;
mod player_totals;
mod plays;
mod preset;
mod resignations;
mod rounding;
mod single_decision;
mod statistics;
mod stats_accumulator;
mod words;

pub use decision_analyzer::AnalysisError;
pub use document::{
    AnalysisSettings, AnalyzedGame, AnalyzedMatch, AnalyzedPlayer, Candidate, Cube, CubeError,
    Decision, DecisionKind, Document, Explained, FORMAT, FileVerdict, Identity, PlayerTotals,
    Resignation, Rules, Thresholds,
};
pub use interval::{Rate, bootstrap};
pub use levels::{gnubg_level, xg_level};
pub use marks::Marks;
pub use match_analyzer::{MatchAnalyzer, file_hash};
pub use mistakes::{Choice, Mistake, code, mistakes};
pub use people::{CANNOT_PROVE, Level, People};
pub use preset::{Preset, UnknownPreset};
pub use single_decision::kind_and_event;
pub use statistics::{CubeErrors, MatchRate, Statistics, Sum};
pub use stats_accumulator::StatsAccumulator;
pub use words::{action_words, cube_error_words};
