//! `POST /convert`: converts a match file to another format.

#![allow(unused_qualifications, reason = "utoipa's macro writes the query's name with its path")]

use super::record::unknown_format;
use crate::{
    answer::Answer,
    error::ApiError,
    reason::Reason,
    routes::request::Request,
    service::Service,
    task::{Memory, Task},
    upload::{MEMORY_PER_ENTRY, count_entries, estimate_memory, parse_matches, refuse_file},
};
use serde::{Deserialize, Serialize};
use sheshbesh_matchfile::{ExportFormat, ExportLosses, WriteFormat, join_texts};
use sheshbesh_movegen::{Coded, Message, codes};
use std::fmt;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Options for reading and writing a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ConvertQuery {
    /// File name.
    name: String,
    /// Output format: `mat`, `sgf`, `json`, or `xg-text` for the analyzed positions.
    to: String,
    /// Game to assume if the file does not name one; `backgammon` by default.
    game: Option<String>,
    /// Treat the file as a money session, whatever match length a `.mat` file states.
    #[serde(default)]
    money: bool,
    /// Text encoding, such as `windows-1251`, `koi8-r` or `shift_jis`. Defaults to the declared
    /// encoding, to UTF-8, or to a guess that is reported as a warning.
    encoding: Option<String>,
}

/// A converted match file.
#[derive(Serialize, ToSchema)]
pub(crate) struct Converted {
    /// Converted file with all its matches, byte for byte as `shesh convert` writes it to the
    /// terminal.
    text: String,
    /// Each match as a separate file; present only if the file has several matches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: Vec<String>,
    /// Notes of one sentence each: oddities of the input, and data that the output format cannot
    /// store.
    notes: Vec<String>,
    /// The same notes as codes with values, in the same order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    note_messages: Vec<Message>,
}

/// Note about a match.
pub(crate) struct Note {
    /// Number of the match, if the file has several.
    number: Option<usize>,
    note: Reason,
}

codes! {
    Note {
        Self { number: Some(number), note } => "note.of-match" { number, note },
        Self { number: None, note } => "note" { note },
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "match {number}: {}", self.note),
            None => self.note.fmt(f),
        }
    }
}

/// Parses the name of an output format. Binary formats are left out: the answer is a text.
fn parse_format(name: &str) -> Result<ExportFormat, ApiError> {
    let known = ExportFormat::ALL.into_iter().filter(|format| !format.is_binary());
    let known: Vec<&str> = known.map(ExportFormat::name).collect();
    let format = ExportFormat::of_name(name).filter(|format| !format.is_binary());
    format.ok_or_else(|| unknown_format(name, &known))
}

/// Converts a match file, with all its matches, to another format. The body is the file, in any
/// format that `shesh convert` reads
#[utoipa::path(
    post,
    path = "/convert",
    tag = "table",
    params(ConvertQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "The converted file, with notes.", body = Converted))
)]
pub(crate) fn convert(_service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let query: ConvertQuery = request.parameters()?;
    let bytes = request.body;
    let to = parse_format(&query.to)?;
    let held = (*bytes).as_ref().len();
    let need = estimate_memory((*bytes).as_ref(), to.match_format())?;
    let work = move |memory: &mut dyn Memory| {
        let (game, encoding) = (query.game.as_deref(), query.encoding.as_deref());
        let readings = parse_matches(&query.name, (*bytes).as_ref(), game, query.money, encoding)?;
        memory.grow_for_work(count_entries(&readings) * MEMORY_PER_ENTRY, held)?;
        let (mut texts, mut notes) = (Vec::new(), Vec::new());
        // Each match is freed once it is written, and each text once a larger text contains it.
        for reading in readings {
            let bytes = to.export(&[&reading.record]);
            let bytes = bytes.map_err(|error| refuse_file(&reading.name(&query.name), error))?;
            let text = String::from_utf8(bytes).map_err(ApiError::internal)?;
            let warnings = reading.warnings.iter().map(Reason::new);
            let losses = ExportLosses::find_in(&reading.record, to, text.as_bytes());
            let losses = losses.map(Reason::new);
            let number = reading.number;
            notes.extend(warnings.chain(losses).map(|note| Note { number, note }));
            texts.push(text);
        }
        drop(bytes);
        let text = match &mut texts[..] {
            [text] => std::mem::take(text),
            texts => join_texts(texts, to.match_format().unwrap_or(WriteFormat::Mat)),
        };
        if texts.len() == 1 {
            texts.clear();
        }
        let answer = Answer::json(&Converted {
            text,
            matches: texts,
            notes: notes.iter().map(ToString::to_string).collect(),
            note_messages: notes.iter().map(Coded::message).collect(),
        })?;
        memory.resize(answer.body.len())?;
        Ok(Task::Ready(answer))
    };
    Ok(Task::Read { need, held, work: Box::new(work) })
}
