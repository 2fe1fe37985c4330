//! `POST /jobs/analyze`: analyzes a match file, decision by decision.

#![allow(unused_qualifications, reason = "utoipa's macro writes the query's name with its path")]

use crate::{
    analyzed_file::AnalyzedFile,
    error::ApiError,
    job::{JobKind, JobOutput, JobWork, ProgressReport, Status},
    routes::request::Request,
    service::Service,
    task::{Memory, Task},
    upload::{count_entries, estimate_memory, parse_matches},
};
use serde::Deserialize;
use sheshbesh_analysis::match_analysis::Preset;
use sheshbesh_evaluator::Stop;
use sheshbesh_matchfile::Reading;
use sheshbesh_movegen::Game;
use std::sync::Arc;
use utoipa::IntoParams;

/// Progress steps of a job: thousandths.
pub(crate) const STEPS: u64 = 1000;

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
    fn preset(&self) -> Result<Preset, ApiError> {
        let preset = self.preset.as_deref().map(str::parse::<Preset>).transpose();
        Ok(preset.map_err(ApiError::unprocessable)?.unwrap_or_default())
    }

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
pub(crate) fn post(service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query: AnalyzeQuery = request.parameters()?;
    let preset = query.preset()?;
    let bytes = request.body;
    let (need, held) = (estimate_memory((*bytes).as_ref(), None)?, (*bytes).as_ref().len());
    let service = Arc::clone(service);
    let work = move |memory: &mut dyn Memory| {
        let readings = query.read_matches((*bytes).as_ref())?;
        // The matches are held until the job's turn, and analyzed then.
        memory.resize(count_entries(&readings) * MEMORY_PER_DECISION)?;
        let file = AnalyzedFile::new(&service, query.name, bytes, readings, preset)?;
        let explained = usize::from(query.mistakes.unwrap_or(10));
        Ok(Task::Job(JobWork::new(JobKind::Analyze, STEPS, move |engine, stop, limit, report| {
            let report_share = |share: f64| {
                report(ProgressReport { done: (share * STEPS as f64) as u64, result: None });
            };
            file.analyze(engine, stop, limit, explained, &report_share)
        })))
    };
    Ok(Task::Read { need, held, work: Box::new(work) })
}

/// Lists the games of the matches in a file; none if it cannot be read.
pub(crate) fn games_of_file(request: &Request) -> Vec<Game> {
    let read = |query: AnalyzeQuery| query.read_matches((*request.body).as_ref());
    let readings = request.parameters().and_then(read).unwrap_or_default();
    let games = |reading: &Reading| -> Vec<Game> {
        let record = &reading.record;
        record.games.iter().map(|game| game.game(record)).chain([record.game]).collect()
    };
    readings.iter().flat_map(games).collect()
}

/// Parts of an analysis, for transports whose workers share nothing: each analyzes one part, and
/// one of them joins all parts.
impl Service {
    /// Analyzes one of several parts of the matches in a file; `query` and `body` are those of
    /// `POST /jobs/analyze`. The result is a text of one line, for
    /// [`answer_from_parts`](Self::answer_from_parts). `report` is called with the finished share.
    ///
    /// # Errors
    /// As `POST /jobs/analyze`.
    pub fn analyze_part(
        self: &Arc<Self>,
        query: &str,
        body: Vec<u8>,
        (part, parts): (usize, usize),
        stop: &Stop,
        report: &dyn Fn(f64),
    ) -> Result<String, ApiError> {
        self.analyzed_file(query, body)?.0.part(part, parts, stop, report)
    }

    /// Joins the parts of an analysis, in their order. The answer is that of the finished job.
    ///
    /// # Errors
    /// As `POST /jobs/analyze`.
    pub(crate) fn join_analysis(
        self: &Arc<Self>,
        query: &str,
        body: Vec<u8>,
        parts: &[&str],
        stop: &Stop,
    ) -> Result<JobOutput, ApiError> {
        let (file, explained) = self.analyzed_file(query, body)?;
        file.join(parts, self.engines.engine(), stop, explained)
    }

    /// Reads a file, and returns it with the number of mistakes to explain.
    fn analyzed_file(
        self: &Arc<Self>,
        query: &str,
        body: Vec<u8>,
    ) -> Result<(AnalyzedFile, usize), ApiError> {
        let query: AnalyzeQuery = crate::query::parse(query)?;
        let preset = query.preset()?;
        estimate_memory(&body, None)?;
        let readings = query.read_matches(&body)?;
        let explained = usize::from(query.mistakes.unwrap_or(10));
        let file = AnalyzedFile::new(self, query.name, Box::new(body), readings, preset)?;
        Ok((file, explained))
    }
}
