//! Reading a file of any format.

use crate::{
    encoding::TextEncoding,
    format::Format,
    model::Match,
    read::{
        Refusal, bgf, gnu_text, java_fibs, json,
        mat::{self, MatOptions},
        oldmoves, sgf, snowie, xg, xg_text,
    },
    scribe::Found,
    text::{decode, joined},
    warning::{Problem, Warning},
};
use sheshbesh_movegen::{Game, Seat};
use std::borrow::Cow;

/// How files are read where they do not say it themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The game that is played.
    pub game: Game,
    /// A money session, whatever length a `.mat` file gives: some sites write money games as matches.
    pub money: bool,
    /// The encoding of texts without a byte order mark, whatever they declare. Our own JSON is in
    /// UTF-8. By default a text is in the encoding that it declares, in UTF-8, or else a
    /// [guess](crate::Problem::GuessedEncoding) is made.
    pub encoding: Option<TextEncoding>,
}

/// A match that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The format of the file.
    pub format: Format,
    /// The match.
    pub record: Match,
    /// Oddities of the match, with their lines in the file.
    pub warnings: Vec<Warning>,
    /// The number of the match in a file of several, from 1; `None` for the only one.
    pub number: Option<usize>,
}

impl Reading {
    /// The name of the match in reports: the name of its file, with its number in a file of several.
    pub fn name(&self, file: &str) -> String {
        match self.number {
            Some(number) => format!("{file}, match {number}"),
            None => file.to_owned(),
        }
    }
}

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Its contents are of no format that is known.
    #[error("this is no match file of a known format")]
    UnknownFormat,
    /// No game in it can be read, for a reason where one is known.
    #[error("there is no game in it{}", reason(.0.as_ref()))]
    NoGame(Option<Warning>),
    /// It holds several matches where one is wanted.
    #[error("there are {0} matches in it")]
    Several(usize),
    /// It is packed.
    #[error("this is packed with {0}: give the file that is in it")]
    Packed(&'static str),
    /// It is of a game that is not known.
    #[error("this is a match of {0:?}, a game that is not known")]
    OtherGame(String),
    /// Nothing in it can be read.
    #[error("the file says that it is {format}, and is not: {problem}")]
    Damaged {
        /// What it says to be.
        format: Format,
        /// What is wrong.
        problem: String,
    },
}

fn reason(warning: Option<&Warning>) -> String {
    warning.map_or_else(String::new, |warning| {
        let said = Warning { game: 0, ..warning.clone() };
        format!(": {said}")
    })
}

/// How packed files begin.
const PACKERS: [(&str, &[u8]); 3] =
    [("gzip", &[0x1f, 0x8b]), ("zip", b"PK\x03\x04"), ("zstd", &[0x28, 0xb5, 0x2f, 0xfd])];

/// Reads the only match of a file from its bytes. Its contents tell its format.
///
/// # Errors
/// As [`read_all`], and when the file holds several matches.
pub fn read(bytes: &[u8], options: &Options) -> Result<Reading, Unreadable> {
    let mut readings = read_all(bytes, options)?;
    match (readings.pop(), readings.len()) {
        (Some(reading), 0) => Ok(reading),
        (_, others) => Err(Unreadable::Several(others + 1)),
    }
}

/// Reads all matches of a file from its bytes, in order. Its contents tell its format.
///
/// ```
/// use sheshbesh_record::{Options, read_all};
/// let text = " 1 point match\n\n Game 1\n Ada : 0      Ben : 0\n  1) 31: 8/5 6/5\n\
///              3 point match\n\n Game 1\n Cem : 0      Dana : 0\n  1) 53: 8/3 6/3\n";
/// let readings = read_all(text.as_bytes(), &Options::default()).unwrap();
/// let lengths: Vec<u16> = readings.iter().map(|reading| reading.record.length).collect();
/// assert_eq!(lengths, [1, 3]);
/// ```
///
/// # Errors
/// When it is no match file, holds no game that can be read, or is of a game that is not known.
pub fn read_all(bytes: &[u8], options: &Options) -> Result<Vec<Reading>, Unreadable> {
    let (format, found) = read_format(bytes, options)?;
    let (mut kept, empty): (Found, Found) =
        found.into_iter().partition(|(record, warnings)| has_game(record, warnings));
    let mut left_out = empty.into_iter().flat_map(|(_, warnings)| warnings);
    let Some((_, warnings)) = kept.first_mut() else {
        return Err(Unreadable::NoGame(left_out.next()));
    };
    // Warnings about a match without a game are kept with the first match.
    warnings.extend(left_out.map(|warning| Warning { game: 0, ..warning }));
    let are_several = kept.len() > 1;
    let readings = (1..).zip(kept).map(|(number, (record, warnings))| {
        let number = are_several.then_some(number);
        Reading { format, record, warnings, number }
    });
    Ok(readings.collect())
}

/// Whether anything happened in a game of a match, or it is to begin between players with names and
/// nothing of it was left out.
fn has_game(record: &Match, warnings: &[Warning]) -> bool {
    let has_begun =
        record.games.iter().any(|game| !game.entries.is_empty() || game.result.is_some());
    let are_named = Seat::BOTH.into_iter().any(|seat| !record.players[seat].name.is_empty());
    let is_whole = warnings.iter().all(|warning| warning.line == 0);
    has_begun || !record.games.is_empty() && are_named && is_whole
}

/// What was read of a text that was written of a match, which may have no game.
pub(crate) fn read_again(text: &str, options: &Options) -> Option<Match> {
    let (_, mut found) = read_format(text.as_bytes(), options).ok()?;
    (found.len() == 1).then(|| found.remove(0).0)
}

fn read_format(bytes: &[u8], options: &Options) -> Result<(Format, Found), Unreadable> {
    if let Some(format) = Format::of_bytes(bytes) {
        let read = match format {
            Format::Bgf => bgf::read(bytes),
            _ => xg::read(bytes),
        };
        let found = read.map_err(|error| match error {
            Refusal::Game(name) => Unreadable::OtherGame(name),
            Refusal::Damaged(problem) => Unreadable::Damaged { format, problem },
        })?;
        return Ok((format, found));
    }
    for (name, start) in PACKERS {
        if bytes.starts_with(start) {
            return Err(Unreadable::Packed(name));
        }
    }
    let is_json = std::str::from_utf8(bytes).is_ok_and(json::is_json);
    let asked = options.encoding.filter(|_| !is_json);
    let parts: Vec<(&[u8], Option<&str>)> = sgf::parts(bytes)
        .into_iter()
        .flat_map(|(part, declares)| joined(part).into_iter().map(move |part| (part, declares)))
        .collect();
    let (text, problems) = decode_parts(&parts, asked);
    let format = Format::of_text(&text).ok_or(Unreadable::UnknownFormat)?;
    let mut found = match format {
        Format::Mat => {
            let options = MatOptions { game: options.game, money: options.money };
            mat::read(&text, options).map_err(Unreadable::OtherGame)?
        }
        Format::Sgf => sgf::read(&text, options.game).map_err(Unreadable::OtherGame)?,
        Format::Json => {
            json::read(&text).map_err(|problem| Unreadable::Damaged { format, problem })?
        }
        Format::OldMoves => oldmoves::read(&text, options.game),
        Format::GnuText => gnu_text::read(&text, options.game),
        Format::JavaFibs => java_fibs::read(&text, options.game),
        Format::XgText => xg_text::read(&text, options.game),
        Format::Snowie => snowie::read(&text, options.game),
        // Told by its bytes.
        Format::Xg | Format::Bgf => return Err(Unreadable::UnknownFormat),
    };
    // The encoding is that of the file: its problems are told with the first match.
    if let Some((_, warnings)) = found.first_mut() {
        let of_text = problems.into_iter().map(|problem| Warning { line: 0, game: 0, problem });
        warnings.splice(0..0, of_text);
    }
    Ok((format, found))
}

/// The text of all parts of a file, each with the encoding that it declares, and what is odd about
/// them.
fn decode_parts<'a>(
    parts: &[(&'a [u8], Option<&str>)],
    asked: Option<TextEncoding>,
) -> (Cow<'a, str>, Vec<Problem>) {
    let mut text = Cow::Borrowed("");
    let mut problems = Vec::new();
    for &(bytes, declares) in parts {
        let part = decode(bytes, asked, declares);
        text += part.text;
        for problem in part.problems {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    (text, problems)
}
