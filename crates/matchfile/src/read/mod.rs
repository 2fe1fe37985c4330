//! Reads files of any supported format.

mod bgammon;
mod bgf;
mod detect;
mod error;
mod format;
mod game_name;
mod gnu_text;
mod heading;
mod java_fibs;
mod json;
mod mat;
mod ogxm;
mod oldmoves;
mod positions;
mod sgf;
mod situation;
mod snowie;
mod xg;
mod xg_text;

use crate::{
    builder::BuiltMatches,
    encoding::TextEncoding,
    model::Match,
    text::{SourceText, decode, split_joined},
    warning::{Problem, Warning},
};
use error::FormatError;
pub use format::Format;
use mat::MatOptions;
use sheshbesh_movegen::{Game, Seat, codes};
use std::borrow::Cow;

/// Options for anything that a file does not state itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The game played.
    pub game: Game,
    /// Reads a money session, whatever length a `.mat` file gives. Some sites write money games as
    /// matches.
    pub money: bool,
    /// Encoding of texts without a byte order mark; it overrides the declared encoding. Our own
    /// JSON is always UTF-8. By default, a text is in its declared encoding or in UTF-8; failing
    /// that, the encoding is a [guess](crate::Problem::GuessedEncoding).
    pub encoding: Option<TextEncoding>,
}

/// A match read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The format of the file.
    pub format: Format,
    /// The match.
    pub record: Match,
    /// Warnings about the match, with their line numbers in the file.
    pub warnings: Vec<Warning>,
    /// Number of the match in a file of several matches, from 1; `None` for an only match.
    pub number: Option<usize>,
}

impl Reading {
    /// Name of the match in reports: the file name, with the match number if the file holds
    /// several.
    pub fn name(&self, file: &str) -> String {
        match self.number {
            Some(number) => format!("{file}, match {number}"),
            None => file.to_owned(),
        }
    }
}

/// The reason a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The contents match no known format.
    #[error("unknown match file format")]
    UnknownFormat,
    /// No game in the file can be read; holds the first reason, if one is known.
    #[error("no game found{}", format_reason(.0.as_ref()))]
    NoGame(Option<Warning>),
    /// The file holds this many matches, but one is expected.
    #[error("{0} matches found, expected one")]
    Several(usize),
    /// The file is compressed with this program.
    #[error("compressed with {0}: unpack it first")]
    Packed(&'static str),
    /// The file is for an unknown game.
    #[error("unsupported game {0:?}")]
    OtherGame(String),
    /// The file claims a format, but is not valid in it.
    #[error("invalid {format} file: {problem}")]
    Damaged {
        /// The claimed format.
        format: Format,
        /// Description of the error.
        problem: String,
    },
}

codes! {
    ReadError {
        Self::UnknownFormat => "file.unknown-format",
        Self::NoGame(None) => "file.no-game",
        Self::NoGame(Some(reason)) => "file.no-game-because" {
            reason = &Warning { game: 0, ..reason.clone() },
        },
        Self::Several(n) => "file.several" { n },
        Self::Packed(program) => "file.packed" { program },
        Self::OtherGame(text) => "file.other-game" { text },
        Self::Damaged { format, problem } => "file.damaged" { format = format.name(), problem },
    }
}

fn format_reason(warning: Option<&Warning>) -> String {
    warning.map_or_else(String::new, |warning| {
        let shown = Warning { game: 0, ..warning.clone() };
        format!(": {shown}")
    })
}

/// Names and magic numbers of compressed files.
const PACKERS: [(&str, &[u8]); 3] =
    [("gzip", &[0x1f, 0x8b]), ("zip", b"PK\x03\x04"), ("zstd", &[0x28, 0xb5, 0x2f, 0xfd])];

/// Reads the only match of a file from its bytes. The format is detected from the contents.
///
/// # Errors
/// Fails like [`read_all`], and if the file holds several matches.
pub fn read(bytes: &[u8], options: &Options) -> Result<Reading, ReadError> {
    let mut readings = read_all(bytes, options)?;
    match (readings.pop(), readings.len()) {
        (Some(reading), 0) => Ok(reading),
        (_, others) => Err(ReadError::Several(others + 1)),
    }
}

/// Reads all matches of a file from its bytes, in order. The format is detected from the contents.
///
/// ```
/// use sheshbesh_matchfile::{Options, read_all};
/// let text = " 1 point match\n\n Game 1\n Ada : 0      Ben : 0\n  1) 31: 8/5 6/5\n\
///              3 point match\n\n Game 1\n Cem : 0      Dana : 0\n  1) 53: 8/3 6/3\n";
/// let readings = read_all(text.as_bytes(), &Options::default()).unwrap();
/// let lengths: Vec<u16> = readings.iter().map(|reading| reading.record.length).collect();
/// assert_eq!(lengths, [1, 3]);
/// ```
///
/// # Errors
/// Fails if the file is not a match file, holds no readable game, or is for an unknown game.
pub fn read_all(bytes: &[u8], options: &Options) -> Result<Vec<Reading>, ReadError> {
    let (format, found) = read_format(bytes, options)?;
    let (mut records, empty): (BuiltMatches, BuiltMatches) =
        found.into_iter().partition(|(record, warnings)| has_game(record, warnings));
    let mut left_out = empty.into_iter().flat_map(|(_, warnings)| warnings);
    let Some((_, warnings)) = records.first_mut() else {
        return Err(ReadError::NoGame(left_out.next()));
    };
    // Warnings about a match without a game move to the first match.
    warnings.extend(left_out.map(|warning| Warning { game: 0, ..warning }));
    let are_several = records.len() > 1;
    let readings = (1..).zip(records).map(|(number, (record, warnings))| {
        let number = are_several.then_some(number);
        Reading { format, record, warnings, number }
    });
    Ok(readings.collect())
}

/// True if a game of the match has an action or a result, or if a match between named players is
/// about to begin and none of its lines was skipped.
fn has_game(record: &Match, warnings: &[Warning]) -> bool {
    let has_begun =
        record.games.iter().any(|game| !game.entries.is_empty() || game.result.is_some());
    let are_named = Seat::BOTH.into_iter().any(|seat| !record.players[seat].name.is_empty());
    let is_whole = warnings.iter().all(|warning| warning.line == 0);
    has_begun || !record.games.is_empty() && are_named && is_whole
}

/// Reads a match back from the bytes written for it. The match may have no game.
pub(crate) fn read_again(written: &[u8], options: &Options) -> Option<Match> {
    let (_, mut found) = read_format(written, options).ok()?;
    (found.len() == 1).then(|| found.remove(0).0)
}

fn read_format(bytes: &[u8], options: &Options) -> Result<(Format, BuiltMatches), ReadError> {
    if let Some(format) = Format::of_bytes(bytes) {
        let read = match format {
            Format::Bgf => bgf::read(bytes),
            Format::Ogxm => ogxm::read(bytes),
            _ => xg::read(bytes),
        };
        let found = read.map_err(|error| match error {
            FormatError::Game(name) => ReadError::OtherGame(name),
            FormatError::Damaged(problem) => ReadError::Damaged { format, problem },
        })?;
        return Ok((format, found));
    }
    for (name, start) in PACKERS {
        if bytes.starts_with(start) {
            return Err(ReadError::Packed(name));
        }
    }
    let is_json = std::str::from_utf8(bytes).is_ok_and(json::is_json);
    let requested = options.encoding.filter(|_| !is_json);
    let parts: Vec<(&[u8], Option<&str>)> = sgf::split_by_encoding(bytes)
        .into_iter()
        .flat_map(|(part, declares)| {
            split_joined(part).into_iter().map(move |part| (part, declares))
        })
        .collect();
    let (text, problems) = decode_parts(&parts, requested);
    let source = SourceText::new(&text);
    let format = Format::of_text(&source).ok_or(ReadError::UnknownFormat)?;
    let mut found = match format {
        Format::Mat => {
            let options = MatOptions { game: options.game, money: options.money };
            mat::read(source.lines(), options).map_err(ReadError::OtherGame)?
        }
        Format::Sgf => sgf::read(&text, options.game).map_err(ReadError::OtherGame)?,
        Format::Json => {
            json::read(&text).map_err(|problem| ReadError::Damaged { format, problem })?
        }
        Format::OldMoves => oldmoves::read(source.lines(), options.game),
        Format::GnuText => gnu_text::read(source.lines(), options.game),
        Format::Bgammon => {
            bgammon::read(source.lines(), options.game).map_err(ReadError::OtherGame)?
        }
        Format::JavaFibs => java_fibs::read(source.lines(), options.game),
        Format::XgText => xg_text::read(source.lines(), options.game),
        Format::Positions => positions::read(source.lines(), options.game),
        Format::Snowie => snowie::read(source.lines(), options.game),
        // Binary formats are handled above.
        Format::Xg | Format::Bgf | Format::Ogxm => return Err(ReadError::UnknownFormat),
    };
    // The encoding belongs to the file, so its problems are reported with the first match.
    if let Some((_, warnings)) = found.first_mut() {
        let of_text = problems.into_iter().map(|problem| Warning { line: 0, game: 0, problem });
        warnings.splice(0..0, of_text);
    }
    Ok((format, found))
}

/// Decodes all parts of a file, each in its declared encoding. Returns the text and its problems.
fn decode_parts<'a>(
    parts: &[(&'a [u8], Option<&str>)],
    requested: Option<TextEncoding>,
) -> (Cow<'a, str>, Vec<Problem>) {
    let mut text = Cow::Borrowed("");
    let mut problems = Vec::new();
    for &(bytes, declares) in parts {
        let part = decode(bytes, requested, declares);
        text += part.text;
        for problem in part.problems {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    (text, problems)
}
