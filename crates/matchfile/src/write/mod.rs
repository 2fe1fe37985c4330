//! Writes matches in any output format.

mod json;
mod mat;
pub(crate) mod ogxm;
mod sgf;
pub(crate) mod xg_text;

use crate::model::Match;
use sheshbesh_movegen::{Game, GameSeries, codes};
use std::fmt;

/// An output format for matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteFormat {
    /// Jellyfish text, `.mat`, which most programs can read.
    Mat,
    /// GNU Backgammon game trees, `.sgf`.
    Sgf,
    /// Our own JSON, which stores everything in a record.
    Json,
}

impl WriteFormat {
    /// Every output format.
    pub const ALL: [Self; 3] = [Self::Mat, Self::Sgf, Self::Json];

    /// Name on the command line, and extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mat => "mat",
            Self::Sgf => "sgf",
            Self::Json => "json",
        }
    }

    /// True if a file in this format states the games played in the frame. All formats do for a
    /// frame of a single game; only our own JSON does for several games in turn.
    pub const fn keeps(self, frame: &GameSeries) -> bool {
        matches!(self, Self::Json) || frame.is_single()
    }

    /// Explains, in a sentence, why a file in this format would be read as other games than were
    /// played. Returns `None` if it would not. Only our own JSON states the game of each record in
    /// a frame and the sides in an uneven game. In other formats, readers assume that the players
    /// exchange sides after each game.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_matchfile::{GameRecord, Match, WriteFormat};
    /// let first = GameRecord { exchanged: true, ..GameRecord::default() };
    /// let snake = Match { game: Game::Snake, games: vec![first], ..Match::default() };
    /// assert_eq!(
    ///     WriteFormat::Mat.misleads(&snake).unwrap().to_string(),
    ///     "mat cannot store who has which side of snake: write it as json"
    /// );
    /// assert_eq!(WriteFormat::Json.misleads(&snake), None);
    /// ```
    pub fn misleads(self, record: &Match) -> Option<MisleadingFormat> {
        if self == Self::Json {
            return None;
        }
        if record.frame.is_some_and(|frame| !self.keeps(&frame)) {
            return Some(MisleadingFormat::Frame(self));
        }
        let game = record.game;
        let usual = [false, true].into_iter().cycle();
        let alternate = record.games.iter().map(|game| game.exchanged).zip(usual);
        let is_told = !game.is_uneven() || alternate.into_iter().all(|(is, usual)| is == usual);
        (!is_told).then_some(MisleadingFormat::Sides { format: self, game })
    }
}

/// Reason why a file would be read as other games than were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisleadingFormat {
    /// The games of a frame.
    #[error("{0} cannot store the games of a frame: write it as json")]
    Frame(WriteFormat),
    /// The sides in an uneven game.
    #[error("{format} cannot store who has which side of {game}: write it as json")]
    Sides {
        /// The format.
        format: WriteFormat,
        /// The game.
        game: Game,
    },
}

codes! {
    MisleadingFormat {
        Self::Frame(format) => "format.frame" { format = format.name() },
        Self::Sides { format, game } => "format.sides" { format = format.name(), game },
    }
}

impl fmt::Display for WriteFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Formats a match as the text of a file.
pub fn write(record: &Match, format: WriteFormat) -> String {
    match format {
        WriteFormat::Mat => mat::write(record),
        WriteFormat::Sgf => sgf::write(record),
        WriteFormat::Json => json::write(record),
    }
}

/// Formats matches as the text of one file. Reading it returns the same matches.
pub fn write_all(records: &[&Match], format: WriteFormat) -> String {
    let mut texts: Vec<String> = records.iter().map(|record| write(record, format)).collect();
    match (texts.pop(), texts.is_empty()) {
        (Some(text), true) => text,
        (last, _) => {
            texts.extend(last);
            join_texts(&texts, format)
        }
    }
}

/// Joins texts of matches, each [written](write()) in the same format, into the text of one file.
pub fn join_texts(texts: &[String], format: WriteFormat) -> String {
    match (format, texts) {
        (WriteFormat::Json, [] | [_, _, ..]) => {
            let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
            format!("[{}]\n", texts.join(",\n"))
        }
        _ => texts.join("\n"),
    }
}
