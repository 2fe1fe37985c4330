//! Writing a match in any format that is written.

use crate::{
    model::Match,
    write::{json, mat, sgf},
};
use sheshbesh_movegen::Frame;
use std::fmt;

/// A format in which matches are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteFormat {
    /// Jellyfish's text, which most programs read.
    Mat,
    /// GNU Backgammon's trees of games.
    Sgf,
    /// Our own JSON, which keeps all that a record has.
    Json,
}

impl WriteFormat {
    /// Every format that is written.
    pub const ALL: [Self; 3] = [Self::Mat, Self::Sgf, Self::Json];

    /// Its name on the command line, and how names of its files end.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mat => "mat",
            Self::Sgf => "sgf",
            Self::Json => "json",
        }
    }

    /// Whether a file tells which games of a frame were played: all do of a single game, and of several
    /// in turn only our own.
    pub const fn keeps(self, frame: &Frame) -> bool {
        matches!(self, Self::Json) || frame.is_single()
    }

    /// Why a file of a match would be read as other games than were played, in a sentence; `None` where
    /// it is not. Only our own says which game of a frame each was, and who had which side of an uneven
    /// one: from other files readers have the players change sides from game to game.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_record::{GameRecord, Match, WriteFormat};
    /// let first = GameRecord { exchanged: true, ..GameRecord::default() };
    /// let snake = Match { game: Game::Snake, games: vec![first], ..Match::default() };
    /// assert_eq!(
    ///     WriteFormat::Mat.misleads(&snake).unwrap(),
    ///     "mat has no place for who has which side of snake: write it as json"
    /// );
    /// assert_eq!(WriteFormat::Json.misleads(&snake), None);
    /// ```
    pub fn misleads(self, record: &Match) -> Option<String> {
        if self == Self::Json {
            return None;
        }
        if record.frame.is_some_and(|frame| !self.keeps(&frame)) {
            return Some(format!(
                "{self} has no place for which games were played: write a frame as json"
            ));
        }
        let game = record.game;
        let usual = [false, true].into_iter().cycle();
        let alternate = record.games.iter().map(|game| game.exchanged).zip(usual);
        let told = !game.is_uneven() || alternate.into_iter().all(|(is, usual)| is == usual);
        (!told).then(|| {
            format!("{self} has no place for who has which side of {game}: write it as json")
        })
    }
}

impl fmt::Display for WriteFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A match as the text of a file.
pub fn write(record: &Match, format: WriteFormat) -> String {
    match format {
        WriteFormat::Mat => mat::write(record),
        WriteFormat::Sgf => sgf::write(record),
        WriteFormat::Json => json::write(record),
    }
}

/// Matches as the text of one file, which is read as these matches again.
pub fn write_all(records: &[&Match], format: WriteFormat) -> String {
    let mut texts: Vec<String> = records.iter().map(|record| write(record, format)).collect();
    match (texts.pop(), texts.is_empty()) {
        (Some(text), true) => text,
        (last, _) => {
            texts.extend(last);
            joined(&texts, format)
        }
    }
}

/// Texts of matches, each [written](write()) in the same format, as the text of one file.
pub fn joined(texts: &[String], format: WriteFormat) -> String {
    match (format, texts) {
        (WriteFormat::Json, [] | [_, _, ..]) => {
            let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
            format!("[{}]\n", texts.join(",\n"))
        }
        _ => texts.join("\n"),
    }
}
