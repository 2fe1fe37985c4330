//! Match files that requests bring.

use crate::{
    app::App,
    body::{is_said_to_be, received},
    fault::Fault,
};
use axum::{
    body::Bytes,
    extract::{Query, Request, rejection::QueryRejection},
    http::StatusCode,
};
use sheshbesh_movegen::Game;
use sheshbesh_record::{Format, Options, Reading, TextEncoding, WriteFormat, read_all};
use std::{error::Error, fmt, sync::Arc};

/// Memory that reading a text takes, and writing it as `.mat` or JSON, for each of its bytes: measured
/// with rolls without plays, the shortest entries of a match. Few files take as much.
const READ: usize = 64;
/// As [`READ`], with writing it as SGF, which is read again to tell what it has no place for.
const READ_FOR_SGF: usize = 2 * READ;
/// Memory that reading a game takes besides, however short it is.
const GAME: usize = 2560;
/// A file may have so many games.
const MOST_GAMES: usize = 20_000;
/// Memory that an entry of a match takes, read and written.
pub(crate) const WRITTEN: usize = 320;
/// No name of a file is longer, in bytes.
const LONGEST_NAME: usize = 255;

/// The body of a request, which must say that it is a file, and what its query says.
pub(crate) async fn brought<Q>(
    app: &Arc<App>,
    query: Result<Query<Q>, QueryRejection>,
    request: Request,
) -> Result<(Q, Bytes), Fault> {
    if !is_said_to_be(request.headers(), "application/octet-stream") {
        let sentence =
            "say that the body is a file, with the header content-type: application/octet-stream";
        return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
    }
    let Query(query) = query.map_err(|error| wrong(&error))?;
    Ok((query, received(request, app).await?))
}

/// Memory that reading a match file takes, at most, and writing it in a format in most cases.
///
/// # Errors
/// When there are too many games in it.
pub(crate) fn memory(bytes: &[u8], to: Option<WriteFormat>) -> Result<usize, Fault> {
    let read = if to == Some(WriteFormat::Sgf) { READ_FOR_SGF } else { READ };
    let length = bytes.len();
    let unpacked = match Format::of_bytes(bytes) {
        Some(Format::Bgf) => length.saturating_mul(32).min(8 << 20) * 32,
        Some(Format::Xg) => length.saturating_mul(256).min(64 << 20) * 2,
        _ => 0,
    };
    let trees = bytes.windows(2).filter(|start| start == b"(;").count();
    let is_heading = |line: &&[u8]| {
        line.trim_ascii_start().get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"game"))
    };
    let headings = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).filter(is_heading).count();
    let games = trees.max(headings);
    if unpacked == 0 && games > MOST_GAMES {
        let sentence = format_args!("no file of more than {MOST_GAMES} games is read: split it");
        return Err(Fault::nonsense(sentence));
    }
    Ok(unpacked.max(length * read + games.min(MOST_GAMES) * GAME))
}

/// What is wrong with a query.
fn wrong(error: &QueryRejection) -> Fault {
    let why = error.source().map_or_else(|| error.body_text(), ToString::to_string);
    Fault::nonsense(format_args!("in the query, {why}"))
}

/// The matches of a file, which is called so. `game` is where the file does not tell it; `money` makes
/// a session of it, whatever length it gives; `encoding` is that of a text.
pub(crate) fn matches(
    name: &str,
    bytes: &[u8],
    game: Option<&str>,
    money: bool,
    encoding: Option<&str>,
) -> Result<Vec<Reading>, Fault> {
    let game = game.map(str::parse::<Game>).transpose();
    let game = game.map_err(Fault::nonsense)?.unwrap_or_default();
    let encoding = encoding.map(str::parse::<TextEncoding>).transpose();
    let encoding = encoding.map_err(Fault::nonsense)?;
    if name.is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        let sentence = format_args!("the name of a file is one line of 1 to {LONGEST_NAME} bytes");
        return Err(Fault::nonsense(sentence));
    }
    let told = |what: &dyn fmt::Display| Fault::nonsense(format_args!("{name}: {what}"));
    if bytes.is_empty() {
        return Err(told(&"the file is empty"));
    }
    read_all(bytes, &Options { game, money, encoding }).map_err(|error| told(&error))
}

/// The number of entries of matches: what they take in memory and as text goes by it.
pub(crate) fn entries(readings: &[Reading]) -> usize {
    readings.iter().flat_map(|reading| &reading.record.games).map(|game| game.entries.len()).sum()
}
