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
