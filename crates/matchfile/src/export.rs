//! Exports annotated matches to the formats of other programs.

use crate::{
    model::Match,
    write::{MisleadingFormat, WriteFormat, ogxm, write_all, xg_text},
};
use sheshbesh_movegen::{Game, codes};
use std::fmt;

/// A format for annotated matches: one that holds whole matches, or the text of single positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// A text with whole matches.
    Match(WriteFormat),
    /// OGXM 2, `.ogxm`, a binary format with analysis.
    Ogxm,
    /// eXtreme Gammon's text of annotated positions.
    XgText,
}

/// Reason that matches are not exported to a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The match would be read as other games.
    #[error(transparent)]
    Misleading(#[from] MisleadingFormat),
    /// The format is for positions with an analysis, and none has one.
    #[error("{0} stores positions with equities only, and there are none")]
    NotAnnotated(ExportFormat),
    /// The format is not for this game.
    #[error("{format} cannot store {game}")]
    OtherGame {
        /// The format.
        format: ExportFormat,
        /// The game.
        game: Game,
    },
}

codes! {
    ExportError {
        Self::NotAnnotated(format) => "format.not-annotated" { format = format.name() },
        Self::OtherGame { format, game } => "format.other-game" { format = format.name(), game },
    } transparent {
        Self::Misleading(error) => error,
    }
}

impl fmt::Display for ExportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ExportFormat {
    /// Every format.
    pub const ALL: [Self; 5] = [
        Self::Match(WriteFormat::Mat),
        Self::Match(WriteFormat::Sgf),
        Self::Match(WriteFormat::Json),
        Self::Ogxm,
        Self::XgText,
    ];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match(format) => format.name(),
            Self::Ogxm => "ogxm",
            Self::XgText => "xg-text",
        }
    }

    /// Extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::XgText => "txt",
            other => other.name(),
        }
    }

    /// The format with a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format whose files have an extension, in any case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// The format of whole matches as a text, if it is one.
    pub const fn match_format(self) -> Option<WriteFormat> {
        match self {
            Self::Match(format) => Some(format),
            Self::Ogxm | Self::XgText => None,
        }
    }

    /// True if its files are not texts.
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Ogxm)
    }

    /// True if a file can store positions that nobody has played, with the answers to them.
    #[must_use]
    pub const fn stores_positions(self) -> bool {
        matches!(self, Self::XgText | Self::Match(WriteFormat::Json))
    }

    /// Checks that a match can be exported. A match is annotated by its analysis, so annotations
    /// are not checked.
    ///
    /// # Errors
    /// If the match would be read as other games, or if the format is not for its games.
    pub fn check(self, record: &Match) -> Result<(), ExportError> {
        let format = match self {
            Self::Match(format) => format,
            // Like `.mat`, both name one game and no sides.
            Self::Ogxm | Self::XgText => WriteFormat::Mat,
        };
        if let Some(why) = format.misleads(record) {
            let why = match why {
                _ if matches!(self, Self::Match(_)) => ExportError::Misleading(why),
                _ => ExportError::OtherGame { format: self, game: record.game },
            };
            return Err(why);
        }
        let is_known = match self {
            Self::Match(_) => true,
            Self::Ogxm => ogxm::find_variant(record.game).is_some(),
            Self::XgText => matches!(
                record.game,
                Game::Backgammon | Game::Nackgammon | Game::Hypergammon | Game::LongGammon
            ),
        };
        if is_known {
            Ok(())
        } else {
            Err(ExportError::OtherGame { format: self, game: record.game })
        }
    }

    /// Formats matches as the contents of one file. OGXM files of several matches form a stream.
    ///
    /// # Errors
    /// As [`ExportFormat::check`], and if the format stores annotated positions and there are none.
    pub fn export(self, records: &[&Match]) -> Result<Vec<u8>, ExportError> {
        for record in records {
            self.check(record)?;
        }
        Ok(match self {
            Self::Match(format) => write_all(records, format).into_bytes(),
            Self::Ogxm => records.iter().flat_map(|record| ogxm::write(record)).collect(),
            Self::XgText => {
                let text: String = records.iter().map(|record| xg_text::write(record)).collect();
                if text.is_empty() {
                    return Err(ExportError::NotAnnotated(self));
                }
                text.into_bytes()
            }
        })
    }
}
