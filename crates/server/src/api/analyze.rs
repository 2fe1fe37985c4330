//! `POST /jobs/analyze`: a match file judged, decision by decision.

#![allow(unused_qualifications, reason = "utoipa's macro writes the query's name with its path")]

use super::jobs::accepted;
use crate::{
    app::App,
    body::received,
    fault::Fault,
    jobs::{Found, Kind, LONGEST, Status},
};
use axum::{
    extract::{Query, Request, State, rejection::QueryRejection},
    http::{StatusCode, header},
    response::Response,
};
use serde::Deserialize;
use sheshbesh_analysis::judged::{Choice, Document, NotJudged, Preset};
use sheshbesh_movegen::Game;
use sheshbesh_record::{Options, Reading, WriteFormat, read, write};
use std::{error::Error, sync::Arc};
use utoipa::IntoParams;

/// Bytes that a match file may have.
pub(super) const LARGEST: usize = 4 << 20;
/// Progress is told in thousandths.
const STEPS: u64 = 1000;
/// No name of a file is longer, in bytes.
const LONGEST_NAME: usize = 255;

/// How a file is read and judged.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalyzeQuery {
    /// What the file is called.
    name: String,
    /// How thoroughly: `quick`, `standard` (the default), `deep` or `rollout`.
    preset: Option<String>,
    /// The game, where the file does not tell it; `backgammon` by default.
    game: Option<String>,
    /// A money session, whatever length a `.mat` file gives.
    #[serde(default)]
    money: bool,
    /// Gammons count only once the cube has been turned (money); what the file says, or `true`.
    jacoby: Option<bool>,
    /// A double may be beavered (money); what the file says, or `true`.
    beavers: Option<bool>,
    /// So many of the worst mistakes are explained, 10 by default.
    mistakes: Option<u16>,
}

impl AnalyzeQuery {
    fn read(&self, bytes: &[u8]) -> Result<Reading, Fault> {
        let game = self.game.as_deref().map(str::parse::<Game>).transpose();
        let game = game.map_err(Fault::nonsense)?.unwrap_or_default();
        let name = &self.name;
        if name.is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
            let sentence =
                format_args!("the name of a file is one line of 1 to {LONGEST_NAME} bytes");
            return Err(Fault::nonsense(sentence));
        }
        let told = |what: &dyn std::fmt::Display| Fault::nonsense(format_args!("{name}: {what}"));
        if bytes.is_empty() {
            return Err(told(&"the file is empty"));
        }
        let options = Options { game, money: self.money };
        let mut reading = read(bytes, &options).map_err(|error| told(&error))?;
        if reading.record.games.is_empty() {
            return Err(told(&"there is no game in it"));
        }
        let rules = &mut reading.record.rules;
        rules.jacoby = self.jacoby.or(rules.jacoby);
        rules.beavers = self.beavers.or(rules.beavers);
        Ok(reading)
    }
}

/// What is wrong with a query.
fn wrong(error: &QueryRejection) -> Fault {
    let why = error.source().map_or_else(|| error.body_text(), ToString::to_string);
    Fault::nonsense(format_args!("in the query, {why}"))
}

/// Judges a match: every decision, the luck of every roll, and what they add up to. The body is the
/// file, in any format that `shesh convert` reads
#[utoipa::path(
    post,
    path = "/jobs/analyze",
    tag = "jobs",
    params(AnalyzeQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 202, description = "The job, which Location leads to.", body = Status))
)]
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    query: Result<Query<AnalyzeQuery>, QueryRejection>,
    request: Request,
) -> Result<Response, Fault> {
    let kind = request.headers().get(header::CONTENT_TYPE).map(|kind| kind.as_bytes());
    if kind != Some(b"application/octet-stream") {
        let sentence =
            "say that the body is a file, with the header content-type: application/octet-stream";
        return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
    }
    let Query(query) = query.map_err(|error| wrong(&error))?;
    let bytes = received(request, &app).await?;
    let preset = query.preset.as_deref().map(str::parse::<Preset>).transpose();
    let preset = preset.map_err(Fault::nonsense)?.unwrap_or_default();
    let most = usize::from(query.mistakes.unwrap_or(10));
    let (name, bytes, reading) = app
        .work
        .errand(move || {
            let reading = query.read(&bytes)?;
            Ok((query.name, bytes, reading))
        })
        .await?;
    let (learned, game) = (app.learned, reading.record.game);
    if game.family() != learned.family() {
        let sentence = format_args!("{name}: a network of {learned} does not know {game}");
        return Err(Fault::nonsense(sentence));
    }
    let judge = app.judge.with_preset(preset);
    let status = app.jobs.post(Kind::Analyze, STEPS, move |engine, stop, watched| {
        let judge = judge.with_stop(stop.clone());
        let choice = Choice { errors: judge.judges().thresholds.error, most };
        let told = |share: f64| watched.tell((share * STEPS as f64) as u64, None);
        let judged = engine.install(|| {
            let mut judged = judge.judge(&name, &bytes, &reading, &told)?;
            judge.explain(&mut judged, &choice)?;
            Ok(judged)
        });
        let judged = judged.map_err(|error: NotJudged| match error {
            NotJudged::CannotJudge(error) => Fault::nonsense(format_args!("{name}: {error}")),
            NotJudged::Stopped(_) => {
                let minutes = LONGEST.as_secs() / 60;
                Fault::nonsense(format_args!("{name} is not judged within {minutes} minutes"))
            }
        })?;
        let document = Document::new(judge.judges().clone(), vec![judged]);
        Ok(Found {
            result: serde_json::to_string(&document).map_err(Fault::ours)?,
            record: Some(write(&reading.record, WriteFormat::Json).trim_end().to_owned()),
        })
    })?;
    accepted(&status)
}
