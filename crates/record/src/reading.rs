//! Reading a file of any format.

use crate::{
    format::Format,
    model::Match,
    read::{
        Refusal, bgf, gnu_text, java_fibs, json,
        mat::{self, MatOptions},
        oldmoves, sgf, snowie, xg, xg_text,
    },
    text::{TextEncoding, decode},
    warning::{Problem, Warning},
};
use sheshbesh_movegen::Game;
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

/// A file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What it is.
    pub format: Format,
    /// What was played.
    pub record: Match,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
}

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Its contents are of no format that is known.
    #[error("this is no match file of a known format")]
    UnknownFormat,
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

/// How packed files begin.
const PACKERS: [(&str, &[u8]); 3] =
    [("gzip", &[0x1f, 0x8b]), ("zip", b"PK\x03\x04"), ("zstd", &[0x28, 0xb5, 0x2f, 0xfd])];

/// Reads a match from a file's bytes; its format is told by what it contains.
///
/// # Errors
/// When it is no match file, or of a game that is not known.
pub fn read(bytes: &[u8], options: &Options) -> Result<Reading, Unreadable> {
    if let Some(format) = Format::of_bytes(bytes) {
        let read = match format {
            Format::Bgf => bgf::read(bytes),
            _ => xg::read(bytes),
        };
        let (record, warnings) = read.map_err(|error| match error {
            Refusal::Game(name) => Unreadable::OtherGame(name),
            Refusal::Damaged(problem) => Unreadable::Damaged { format, problem },
        })?;
        return Ok(Reading { format, record, warnings });
    }
    for (name, start) in PACKERS {
        if bytes.starts_with(start) {
            return Err(Unreadable::Packed(name));
        }
    }
    let is_json = std::str::from_utf8(bytes).is_ok_and(json::is_json);
    let asked = options.encoding.filter(|_| !is_json);
    let (text, problems) = decode_parts(&sgf::parts(bytes), asked);
    let format = Format::of_text(&text).ok_or(Unreadable::UnknownFormat)?;
    let (record, mut warnings) = match format {
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
    let of_text = problems.into_iter().map(|problem| Warning { line: 0, game: 0, problem });
    warnings.splice(0..0, of_text);
    Ok(Reading { format, record, warnings })
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
