//! Match analysis: every decision, the luck of every roll, and statistics over them.
//!
//! [`MatchAnalyzer`] analyzes a match and returns a [`AnalyzedMatch`]. A [`Document`] holds many matches with
//! the settings of the analysis. `docs/guide/analysis.md` explains the numbers.

mod asked;
mod careers;
mod counting;
mod cubes;
mod document;
mod explaining;
mod interval;
mod judge;
mod levels;
mod luck;
pub(crate) mod mistakes;
mod people;
mod plays;
mod preset;
mod questions;
pub(crate) mod report;
mod resignations;
mod rounded;
mod single;
mod statistics;
mod tally;

pub use asked::AnalysisError;
pub use document::{
    AnalyzedMatch, Candidate, Cube, CubeError, Decision, Document, Explained, FORMAT, Identity,
    JudgedGame, JudgedPlayer, Judges, Kind, PlayerTotals, Resignation, Rules, Thresholds,
};
pub use interval::{Rate, bootstrap};
pub use judge::{MatchAnalyzer, file_hash};
pub use levels::{gnubg_level, xg_level};
pub use mistakes::Choice;
pub use people::{CANNOT_PROVE, Level, People};
pub use preset::{Preset, UnknownPreset};
pub use report::Layout;
pub use single::judged_as;
pub use statistics::{CubeErrors, MatchRate, Statistics, Sum};
pub use tally::StatsAccumulator;
