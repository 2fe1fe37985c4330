//! `POST /jobs/analyze`: analyzes a match file, decision by decision.

#![allow(unused_qualifications, reason = "utoipa's macro writes the query's name with its path")]

use super::jobs::accepted;
use crate::{
    app::App,
    http::{
        error::ApiError,
        upload::{count_entries, estimate_memory, parse_matches, read_upload, refuse_file},
    },
    jobs::{JobError, JobKind, JobOutput, Status},
};
use axum::{
    extract::{Query, Request, State, rejection::QueryRejection},
    response::Response,
};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use sheshbesh_analysis::match_analysis::{AnalysisError, Choice, Document, Preset};
use sheshbesh_matchfile::{Match, Reading, WriteFormat, write_all};
use std::sync::Arc;
use utoipa::IntoParams;

/// Progress steps of a job: thousandths.
const STEPS: u64 = 1000;

/// Memory per match entry during the analysis, including its text, in bytes.
const MEMORY_PER_DECISION: usize = 14 << 10;

/// Options for reading and analyzing a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalyzeQuery {
    /// File name.
    name: String,
    /// Analysis preset: `quick`, `standard` (the default), `deep` or `world-class`.
    preset: Option<String>,
    /// Game to assume if the file does not name one; `backgammon` by default.
    game: Option<String>,
    /// Treat the file as a money session, whatever match length a `.mat` file states.
    #[serde(default)]
    money: bool,
    /// Text encoding, such as `windows-1251`, `koi8-r` or `shift_jis`. Defaults to the declared
    /// encoding, to UTF-8, or to a guess that is reported as a warning.
    encoding: Option<String>,
    /// Jacoby rule: gammons count only after the cube has been turned (money games). Defaults to
    /// the file's setting, or else to `true`.
    jacoby: Option<bool>,
    /// Allow beavers (money games). Defaults to the file's setting, or else to `true`.
    beavers: Option<bool>,
    /// Number of worst mistakes to explain; 10 by default.
    mistakes: Option<u16>,
}

impl AnalyzeQuery {
    fn read_matches(&self, bytes: &[u8]) -> Result<Vec<Reading>, ApiError> {
        let (game, encoding) = (self.game.as_deref(), self.encoding.as_deref());
        let mut readings = parse_matches(&self.name, bytes, game, self.money, encoding)?;
        for reading in &mut readings {
            let rules = &mut reading.record.rules;
            rules.jacoby = self.jacoby.or(rules.jacoby);
            rules.beavers = self.beavers.or(rules.beavers);
        }
        Ok(readings)
    }
}

/// Analyzes a match file: every decision, the luck of every roll, and the totals. The body is the
/// file, in any format that `shesh convert` reads. The record of the answer has the analysis as
/// annotations
#[utoipa::path(
    post,
    path = "/jobs/analyze",
    tag = "jobs",
    params(AnalyzeQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 202, description = "The job, with its URL in the header `Location`.", body = Status))
)]
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    query: Result<Query<AnalyzeQuery>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let (query, bytes) = read_upload(&app.budgets, query, request).await?;
    let preset = query.preset.as_deref().map(str::parse::<Preset>).transpose();
    let preset = preset.map_err(ApiError::unprocessable)?.unwrap_or_default();
    let max_explained = usize::from(query.mistakes.unwrap_or(10));
    let need = estimate_memory(&bytes, None)?;
    let (mut claim, turn) = app.budgets.all.claim_for_work(need, bytes.len()).await?;
    let (name, bytes, readings, claim) = app
        .pool
        .run_light(move || {
            let _turn = turn;
            let readings = query.read_matches(&bytes)?;
            // The matches are held until the job's turn, and analyzed then.
            claim.resize(count_entries(&readings) * MEMORY_PER_DECISION)?;
            Ok((query.name, bytes, readings, claim))
        })
        .await?;
    let mut analyzers = Vec::new();
    for reading in &readings {
        let (game, name) = (reading.record.game, reading.name(&name));
        let id = app.engines.id_of(game);
        id.map_err(|error| refuse_file(&name, error))?;
        analyzers.push(app.analyzer_of(game, preset));
    }
    let limit = app.jobs.time_limit();
    let status = app.jobs.post(JobKind::Analyze, STEPS, move |engine, stop, progress| {
        let count = readings.len() as f64;
        let mut analyzed = Vec::new();
        for (reading, analyzer) in readings.iter().zip(&analyzers) {
            let before = analyzed.len() as f64;
            let name = reading.name(&name);
            let analyzer = analyzer.with_stop(stop.clone());
            let choice =
                Choice { errors: analyzer.settings().thresholds.error, most: max_explained };
            let report = |share: f64| {
                progress.report(((before + share) / count * STEPS as f64) as u64, None);
            };
            let one = engine.install(|| {
                let mut judged = analyzer.analyze(&name, &bytes, reading, &report)?;
                analyzer.explain(&mut judged, &choice)?;
                Ok(judged)
            });
            analyzed.push(one.map_err(|error: AnalysisError| match error {
                AnalysisError::EvaluationError(error) => refuse_file(&name, error),
                AnalysisError::Stopped(_) => refuse_file(&name, JobError::SlowAnalysis(limit)),
            })?);
        }
        let document = Document::new(analyzers[0].settings().clone(), analyzed);
        // The record has the analysis as annotations, for conversion to other formats.
        let annotated = readings.iter().zip(&document.matches);
        let annotated: Vec<Match> =
            annotated.map(|(reading, analyzed)| analyzed.annotate(&reading.record)).collect();
        let records: Vec<&Match> = annotated.iter().collect();
        let record = write_all(&records, WriteFormat::Json);
        Ok(JobOutput {
            result: to_raw_value(&document).map_err(ApiError::internal)?,
            record: Some(RawValue::from_string(record).map_err(ApiError::internal)?),
            note: None,
            claim: Some(claim),
        })
    })?;
    accepted(&status, &app.budgets.all)
}
