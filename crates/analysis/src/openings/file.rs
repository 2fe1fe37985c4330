//! Files of opening rollouts: a line of JSON with the settings, then one for each roll.

use super::{Opening, OpeningSettings, Plan};
use crate::EngineId;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Game;

/// First line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Name and version of the format.
    pub format: String,
    /// The game.
    pub game: String,
    /// Program and network.
    pub engine: EngineId,
    /// Settings of the rollouts.
    #[serde(flatten)]
    pub settings: OpeningSettings,
}

/// Name and version of the format.
const FORMAT: &str = "sheshbesh-openings-1";

/// Error: a file of openings cannot be read or continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOpenings {
    /// The first line is no header.
    #[error("not a file of openings: {0}")]
    Header(String),
    /// Another line is no opening.
    #[error("line {line}: {problem}")]
    Line {
        /// Number of the line.
        line: usize,
        /// Description of the problem.
        problem: String,
    },
    /// The file was made with another engine, game or settings.
    #[error("made with another engine, game or settings, so it cannot be continued")]
    OtherSettings,
    /// The openings are not those of the run that would continue the file.
    #[error("has other scores or replies, so it cannot be continued")]
    OtherPlan,
}

/// Openings of a game with the settings of their rollouts.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningsFile {
    /// First line.
    pub header: Header,
    /// Openings in the order in which they were rolled out.
    pub openings: Vec<Opening>,
}

impl Header {
    /// Creates the header of a game's openings.
    pub fn new(game: Game, engine: EngineId, settings: OpeningSettings) -> Self {
        Self { format: FORMAT.to_owned(), game: game.to_string(), engine, settings }
    }

    /// The header as a line, with its end.
    pub fn to_line(&self) -> String {
        line(self)
    }
}

impl Opening {
    /// The opening as a line of a file, with its end.
    pub fn to_line(&self) -> String {
        line(self)
    }
}

/// A value as a line of JSON.
fn line(value: &impl Serialize) -> String {
    // Neither type has keys or numbers that JSON lacks.
    let json = serde_json::to_string(value).unwrap_or_default();
    format!("{json}\n")
}

impl OpeningsFile {
    /// Parses a file. A last line without its end is left out: a run was killed while it wrote.
    ///
    /// # Errors
    /// If another line cannot be parsed.
    pub fn parse(text: &str) -> Result<Self, InvalidOpenings> {
        let mut lines = whole_lines(text).zip(1..);
        let (first, _) = lines.next().unwrap_or_default();
        let header: Header = serde_json::from_str(first)
            .map_err(|error| InvalidOpenings::Header(error.to_string()))?;
        if header.format != FORMAT {
            return Err(InvalidOpenings::Header(format!("unknown format {:?}", header.format)));
        }
        let opening = |(text, line): (&str, usize)| {
            serde_json::from_str(text)
                .map_err(|error| InvalidOpenings::Line { line, problem: error.to_string() })
        };
        Ok(Self { header, openings: lines.map(opening).collect::<Result<_, _>>()? })
    }

    /// Checks that a file can be continued, and returns its openings with the length of their text;
    /// what follows belongs to a line that was not written to its end. An empty text can be
    /// continued.
    ///
    /// # Errors
    /// If the file was made by another run.
    pub fn resume(
        text: &str,
        header: &Header,
        plan: &Plan,
    ) -> Result<(Vec<Opening>, usize), InvalidOpenings> {
        let length: usize = whole_lines(text).map(|line| line.len() + 1).sum();
        if length == 0 {
            // The header, too, may have been cut off.
            let is_begun = header.to_line().starts_with(text);
            return if is_begun {
                Ok((Vec::new(), 0))
            } else {
                Err(InvalidOpenings::OtherSettings)
            };
        }
        let file = Self::parse(text)?;
        if file.header.to_line() != header.to_line() {
            return Err(InvalidOpenings::OtherSettings);
        }
        if !plan.begins_with(&file.openings) {
            return Err(InvalidOpenings::OtherPlan);
        }
        Ok((file.openings, length))
    }
}

/// Lines that end with a line feed, without it.
fn whole_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{OpeningPlay, OpeningQuestion, OpeningScore};

    fn header(seed: u64) -> Header {
        let settings = OpeningSettings { seed, ..OpeningSettings::default() };
        Header::new(Game::Backgammon, EngineId::program(), settings)
    }

    fn opening(question: OpeningQuestion) -> Opening {
        let play = OpeningPlay {
            play: "13/11 6/5".to_owned(),
            games: 36,
            equity: 0.01,
            standard_error: 0.002,
            behind: 0.0,
            behind_standard_error: 0.0,
        };
        Opening { question, plays: vec![play] }
    }

    #[test]
    fn a_file_that_was_cut_off_anywhere_is_continued() {
        let plan =
            Plan { game: Game::Backgammon, scores: vec![OpeningScore::Money], replies: false };
        let all: Vec<Opening> = plan.questions(&[]).into_iter().take(3).map(opening).collect();
        let lines: Vec<String> = all.iter().map(Opening::to_line).collect();
        let text = header(1).to_line() + &lines.concat();
        let file = OpeningsFile::parse(&text).unwrap();
        assert_eq!((&file.header, &file.openings), (&header(1), &all));
        for end in 0..=text.len() {
            let (done, length) = OpeningsFile::resume(&text[..end], &header(1), &plan).unwrap();
            assert_eq!(done, all[..done.len()]);
            // Writing goes on after the last whole line and gives the same file.
            let begun = if length == 0 { header(1).to_line() } else { text[..length].to_owned() };
            assert_eq!(begun + &lines[done.len()..].concat(), text);
        }
        let other = Err(InvalidOpenings::OtherSettings);
        assert_eq!(OpeningsFile::resume(&text, &header(2), &plan), other);
        assert_eq!(OpeningsFile::resume("something", &header(1), &plan), other);
        let dmp = Plan { scores: vec![OpeningScore::Dmp], ..plan };
        let other = Err(InvalidOpenings::OtherPlan);
        assert_eq!(OpeningsFile::resume(&text, &header(1), &dmp), other);
    }

    #[test]
    fn what_is_no_file_of_openings_is_refused() {
        assert!(matches!(OpeningsFile::parse(""), Err(InvalidOpenings::Header(_))));
        assert!(matches!(OpeningsFile::parse("{}\n"), Err(InvalidOpenings::Header(_))));
        let text = header(1).to_line() + "{\"score\":\"none\"}\n";
        assert!(matches!(OpeningsFile::parse(&text), Err(InvalidOpenings::Line { line: 2, .. })));
        let newer = header(1).to_line().replace("openings-1", "openings-2");
        assert!(OpeningsFile::parse(&newer).unwrap_err().to_string().contains("openings-2"));
    }
}
