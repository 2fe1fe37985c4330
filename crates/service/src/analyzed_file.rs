//! Analysis of a match file.

use crate::{
    error::ApiError,
    job::{JobError, JobOutput, TimeLimit},
    service::Service,
    upload::refuse_file,
};
use serde_json::value::{RawValue, to_raw_value};
use sheshbesh_analysis::{
    EngineId,
    match_analysis::{AnalysisError, AnalyzedMatch, Choice, Document, MatchAnalyzer, Preset},
};
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_matchfile::{Match, Reading, WriteFormat, write_all};
use std::{fmt::Write, time::Duration};

/// Separates the parts of matches of one file.
const SEPARATOR: char = ',';

/// A match file with everything needed to analyze it.
pub(crate) struct AnalyzedFile {
    name: String,
    bytes: Box<dyn AsRef<[u8]> + Send>,
    readings: Vec<Reading>,
    /// Analyzer of each match.
    analyzers: Vec<MatchAnalyzer>,
}

impl AnalyzedFile {
    /// Prepares the matches read from a file with these bytes.
    ///
    /// # Errors
    /// If no network supports the game of a match.
    pub(crate) fn new(
        service: &Service,
        name: String,
        bytes: Box<dyn AsRef<[u8]> + Send>,
        readings: Vec<Reading>,
        preset: Preset,
    ) -> Result<Self, ApiError> {
        let mut analyzers = Vec::new();
        for reading in &readings {
            let (game, name) = (reading.record.game, reading.name(&name));
            let id = service.engines.id_of(game).map_err(|error| refuse_file(&name, error))?;
            // As `shesh analyze` does: only a series of games names the networks of other games.
            let others = if reading.record.frame.is_some() { id.others } else { Vec::new() };
            let id = EngineId { others, ..id };
            analyzers.push(service.analyzer_of(game, preset).with_id(id));
        }
        Ok(Self { name, bytes, readings, analyzers })
    }

    /// Analyzes all matches. `explained` is the number of worst mistakes to explain, and `limit`
    /// the time limit behind the stop signal. `report` is called with the finished share.
    pub(crate) fn analyze(
        &self,
        engine: &Engine,
        stop: &Stop,
        limit: TimeLimit,
        explained: usize,
        report: &(dyn Fn(f64) + Sync),
    ) -> Result<JobOutput, ApiError> {
        let (count, readings) = (self.readings.len() as f64, &self.readings);
        let bytes = (*self.bytes).as_ref();
        self.each(engine, stop, limit, explained, |index, analyzer, name| {
            let report_share = |share: f64| report((index as f64 + share) / count);
            analyzer.analyze(name, bytes, &readings[index], &report_share)
        })
    }

    /// Analyzes a part of each match; the result is a text for [`join`](Self::join).
    pub(crate) fn part(
        &self,
        part: usize,
        parts: usize,
        stop: &Stop,
        report: &dyn Fn(f64),
    ) -> Result<String, ApiError> {
        let count = self.readings.len() as f64;
        let mut text = String::new();
        for (index, (reading, analyzer)) in self.readings.iter().zip(&self.analyzers).enumerate() {
            let analyzer = analyzer.with_stop(stop.clone());
            let report_share = |share: f64| report((index as f64 + share) / count);
            let bytes = analyzer.analyze_part(&reading.record, part, parts, &report_share);
            if index > 0 {
                text.push(SEPARATOR);
            }
            let name = || reading.name(&self.name);
            for byte in bytes.map_err(|error| refuse(&name(), error, UNLIMITED))? {
                // Strings accept all text.
                let _ = write!(text, "{byte:02x}");
            }
        }
        Ok(text)
    }

    /// Joins the parts of all matches.
    pub(crate) fn join(
        &self,
        parts: &[&str],
        engine: &Engine,
        stop: &Stop,
        explained: usize,
    ) -> Result<JobOutput, ApiError> {
        let parts: Vec<Vec<Vec<u8>>> =
            parts.iter().map(|part| part.split(SEPARATOR).map(parse_hex).collect()).collect();
        let (bytes, readings) = ((*self.bytes).as_ref(), &self.readings);
        self.each(engine, stop, UNLIMITED, explained, |index, analyzer, name| {
            let parts: Vec<Vec<u8>> =
                parts.iter().map(|part| part.get(index).cloned().unwrap_or_default()).collect();
            analyzer.analyze_parts(&parts, name, bytes, &readings[index])
        })
    }

    /// Analyzes each match by a function of its index, its analyzer and its name.
    fn each(
        &self,
        engine: &Engine,
        stop: &Stop,
        limit: TimeLimit,
        explained: usize,
        analyze: impl Fn(usize, &MatchAnalyzer, &str) -> Result<AnalyzedMatch, AnalysisError> + Sync,
    ) -> Result<JobOutput, ApiError> {
        let mut analyzed = Vec::new();
        for (index, (reading, analyzer)) in self.readings.iter().zip(&self.analyzers).enumerate() {
            let name = reading.name(&self.name);
            let analyzer = analyzer.with_stop(stop.clone());
            let errors = analyzer.settings().thresholds.error;
            let one = engine.install(|| {
                let mut judged = analyze(index, &analyzer, &name)?;
                analyzer.explain(&mut judged, &Choice { errors, most: explained })?;
                Ok(judged)
            });
            analyzed.push(one.map_err(|error: AnalysisError| refuse(&name, error, limit))?);
        }
        let document = Document::new(self.analyzers[0].settings().clone(), analyzed);
        // The record has the analysis as annotations, for conversion to other formats.
        let annotated = self.readings.iter().zip(&document.matches);
        let annotated: Vec<Match> =
            annotated.map(|(reading, analyzed)| analyzed.annotate(&reading.record)).collect();
        let records: Vec<&Match> = annotated.iter().collect();
        let record = write_all(&records, WriteFormat::Json);
        Ok(JobOutput {
            result: to_raw_value(&document).map_err(ApiError::internal)?,
            record: Some(RawValue::from_string(record).map_err(ApiError::internal)?),
            note: None,
        })
    }
}

/// Time limit of work that only its caller stops.
const UNLIMITED: TimeLimit = TimeLimit(Duration::MAX);

fn refuse(name: &str, error: AnalysisError, limit: TimeLimit) -> ApiError {
    match error {
        AnalysisError::EvaluationError(error) => refuse_file(name, error),
        AnalysisError::Stopped(_) => refuse_file(name, JobError::SlowAnalysis(limit)),
    }
}

/// Reads hexadecimal digits up to the first that is none.
fn parse_hex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks_exact(2);
    digits.map_while(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
