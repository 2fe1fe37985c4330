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
use sheshbesh_record::{Options, Reading, TextEncoding, read_all};
use std::{error::Error, fmt, sync::Arc};

/// Bytes that a match file may have.
pub(crate) const LARGEST: usize = 4 << 20;
/// Memory that reading a match file takes, for each of its bytes; few files take as much.
pub(crate) const READ: usize = 40;
/// Memory that an entry of a match takes, read and written.
pub(crate) const WRITTEN: usize = 800;
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
    Ok((query, received(request, &app.budget).await?))
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
