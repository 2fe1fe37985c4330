//! Uploaded match files.

use crate::{error::ApiError, file_error::FileError, reason::Reason};
use sheshbesh_matchfile::{Format, Options, Reading, TextEncoding, WriteFormat, read_all};
use sheshbesh_movegen::{Coded, Game};
use std::fmt;

pub use sheshbesh_api::limits::MATCH_FILE as MAX_FILE;

/// Estimated memory to read a text file and write it as `.mat` or JSON, in bytes per input byte.
/// Measured with rolls without plays, the shortest entries of a match; few files need as much.
const MEMORY_PER_BYTE: usize = 64;
/// Like [`MEMORY_PER_BYTE`], for SGF output, which is read back to find the data that it cannot
/// store.
const MEMORY_PER_BYTE_SGF: usize = 2 * MEMORY_PER_BYTE;
/// Additional memory per game, in bytes, regardless of its length.
const MEMORY_PER_GAME: usize = 2560;
/// Maximum number of games in a file.
const MAX_GAMES: usize = 20_000;
/// Memory per match entry, read and written, in bytes.
pub(crate) const MEMORY_PER_ENTRY: usize = 320;
/// Maximum length of a file name, in bytes.
const MAX_NAME: usize = 255;

/// Estimates the memory to read a match file and write it in a format. The estimate is an upper
/// bound for reading, and holds in most cases for writing.
///
/// # Errors
/// If the file has more than [`MAX_GAMES`] games.
pub(crate) fn estimate_memory(bytes: &[u8], to: Option<WriteFormat>) -> Result<usize, ApiError> {
    let read = if to == Some(WriteFormat::Sgf) { MEMORY_PER_BYTE_SGF } else { MEMORY_PER_BYTE };
    let length = bytes.len();
    let unpacked = match Format::of_bytes(bytes) {
        Some(Format::Bgf) => length.saturating_mul(32).min(8 << 20) * 32,
        Some(Format::Xg) => length.saturating_mul(256).min(64 << 20) * 2,
        // A ply may be a single byte.
        Some(Format::Ogxm) => length.saturating_mul(256),
        _ => 0,
    };
    let trees = bytes.windows(2).filter(|start| start == b"(;").count();
    let is_heading = |line: &&[u8]| {
        line.trim_ascii_start().get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"game"))
    };
    let headings = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).filter(is_heading).count();
    let games = trees.max(headings);
    if unpacked == 0 && games > MAX_GAMES {
        return Err(ApiError::unprocessable(FileError::TooManyGames(MAX_GAMES)));
    }
    Ok(unpacked.max(length * read + games.min(MAX_GAMES) * MEMORY_PER_GAME))
}

/// Reads the matches of a file called `name`. `game` applies if the file does not name its game;
/// `money` makes it a money session, whatever length it states; `encoding` is the text encoding.
pub(crate) fn parse_matches(
    name: &str,
    bytes: &[u8],
    game: Option<&str>,
    money: bool,
    encoding: Option<&str>,
) -> Result<Vec<Reading>, ApiError> {
    let game = game.map(str::parse::<Game>).transpose();
    let game = game.map_err(ApiError::unprocessable)?.unwrap_or_default();
    let encoding = encoding.map(str::parse::<TextEncoding>).transpose();
    let encoding = encoding.map_err(ApiError::unprocessable)?;
    if name.is_empty() || name.len() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(ApiError::unprocessable(FileError::Name(MAX_NAME)));
    }
    if bytes.is_empty() {
        return Err(refuse_file(name, FileError::Empty));
    }
    read_all(bytes, &Options { game, money, encoding }).map_err(|error| refuse_file(name, error))
}

/// Error for a file or a match called `name`.
pub(crate) fn refuse_file(name: &str, problem: impl Coded + fmt::Display) -> ApiError {
    let (name, problem) = (name.to_owned(), Reason::new(problem));
    ApiError::unprocessable(FileError::In { name, problem })
}

/// Counts the entries of all matches, to which their memory and text size are proportional.
pub(crate) fn count_entries(readings: &[Reading]) -> usize {
    readings.iter().flat_map(|reading| &reading.record.games).map(|game| game.entries.len()).sum()
}
