//! `POST /jobs/analyze`: analyzes a match file, decision by decision.

#![allow(unused_qualifications, reason = "utoipa's macro writes the query's name with its path")]

use super::jobs::accepted;
use crate::{
    app::App,
    http::{
        error::ApiError,
        upload::{brought, entries, matches, memory},
    },
    jobs::{Found, JobKind, Status},
};
use axum::{
    extract::{Query, Request, State, rejection::QueryRejection},
    response::Response,
};
use serde::Deserialize;
use sheshbesh_analysis::judged::{AnalysisError, Choice, Document, Preset};
use sheshbesh_matchfile::{Match, Reading, WriteFormat, write_all};
use std::sync::Arc;
use utoipa::IntoParams;

/// Progress steps of a job: thousandths.
const STEPS: u64 = 1000;

/// Memory per match entry during the analysis, including its text, in bytes.
const JUDGED: usize = 6 << 10;

/// Options for reading and analyzing a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalyzeQuery {
    /// File name.
    name: String,
    /// Analysis preset: `quick`, `standard` (the default), `deep` or `rollout`.
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
    fn read(&self, bytes: &[u8]) -> Result<Vec<Reading>, ApiError> {
        let (game, encoding) = (self.game.as_deref(), self.encoding.as_deref());
        let mut readings = matches(&self.name, bytes, game, self.money, encoding)?;
        for reading in &mut readings {
            let rules = &mut reading.record.rules;
            rules.jacoby = self.jacoby.or(rules.jacoby);
            rules.beavers = self.beavers.or(rules.beavers);
        }
        Ok(readings)
    }
}

/// Analyzes a match file: every decision, the luck of every roll, and the totals. The body is the
/// file, in any format that `shesh convert` reads
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
    let (query, bytes) = brought(&app, query, request).await?;
    let preset = query.preset.as_deref().map(str::parse::<Preset>).transpose();
    let preset = preset.map_err(ApiError::nonsense)?.unwrap_or_default();
    let most = usize::from(query.mistakes.unwrap_or(10));
    let need = memory(&bytes, None)?;
    let (mut claim, turn) = app.budget.claim_for_work(need, bytes.len()).await?;
    let (name, bytes, readings, claim) = app
        .work
        .errand(move || {
            let _turn = turn;
            let readings = query.read(&bytes)?;
            // The matches are held until the job's turn, and analyzed then.
            claim.resize(entries(&readings) * JUDGED)?;
            Ok((query.name, bytes, readings, claim))
        })
        .await?;
    let mut judges = Vec::new();
    for reading in &readings {
        let (game, name) = (reading.record.game, reading.name(&name));
        let known = app.engines.id_of(game);
        known.map_err(|error| ApiError::nonsense(format_args!("{name}: {error}")))?;
        judges.push(app.judge_of(game, preset));
    }
    let time = app.jobs.longest();
    let status = app.jobs.post(JobKind::Analyze, STEPS, move |engine, stop, watched| {
        let count = readings.len() as f64;
        let mut judged = Vec::new();
        for (reading, judge) in readings.iter().zip(&judges) {
            let before = judged.len() as f64;
            let name = reading.name(&name);
            let judge = judge.with_stop(stop.clone());
            let choice = Choice { errors: judge.judges().thresholds.error, most };
            let told = |share: f64| {
                watched.tell(((before + share) / count * STEPS as f64) as u64, None);
            };
            let one = engine.install(|| {
                let mut judged = judge.judge(&name, &bytes, reading, &told)?;
                judge.explain(&mut judged, &choice)?;
                Ok(judged)
            });
            judged.push(one.map_err(|error: AnalysisError| match error {
                AnalysisError::EvaluationError(error) => {
                    ApiError::nonsense(format_args!("{name}: {error}"))
                }
                AnalysisError::Stopped(_) => {
                    ApiError::nonsense(format_args!("{name}: the analysis took longer than {time}"))
                }
            })?);
        }
        let document = Document::new(judges[0].judges().clone(), judged);
        let records: Vec<&Match> = readings.iter().map(|reading| &reading.record).collect();
        Ok(Found {
            result: serde_json::to_string(&document).map_err(ApiError::ours)?,
            record: Some(write_all(&records, WriteFormat::Json).trim_end().to_owned()),
            note: None,
            claim: Some(claim),
        })
    })?;
    accepted(&status, &app.budget)
}
