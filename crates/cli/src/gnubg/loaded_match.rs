//! The loaded match with its analysis.

use sheshbesh_analysis::match_analysis::AnalyzedMatch;
use sheshbesh_matchfile::{Match, Reading};

/// A match read from a file.
pub(super) struct LoadedMatch {
    /// File name as given.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) reading: Reading,
    pub(super) analyzed: Option<AnalyzedMatch>,
}

impl LoadedMatch {
    /// The record, with the analysis if there is one.
    pub(super) fn record(&self) -> Match {
        let record = &self.reading.record;
        self.analyzed.as_ref().map_or_else(|| record.clone(), |analyzed| analyzed.annotate(record))
    }
}
