//! File formats.

use std::fmt;

/// A format of match files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Jellyfish text, `.mat`, in all its dialects.
    Mat,
    /// GNU Backgammon game trees, `.sgf`.
    Sgf,
    /// Our own JSON.
    Json,
    /// eXtreme Gammon files, `.xg`.
    Xg,
    /// BGBlitz files, `.bgf`.
    Bgf,
    /// OGXM 2 files and streams of them, `.ogxm` and `.ogxms`.
    Ogxm,
    /// eXtreme Gammon text export of positions.
    XgText,
    /// FIBS oldmoves.
    OldMoves,
    /// Replays of bgammon.org, `.match`.
    Bgammon,
    /// JavaFIBS files, `.match`.
    JavaFibs,
    /// GNU Backgammon text export of games and positions.
    GnuText,
    /// A list of position IDs, one a line.
    Positions,
    /// Snowie positions, forty fields a line.
    Snowie,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 13] = [
        Self::Mat,
        Self::Sgf,
        Self::Json,
        Self::Xg,
        Self::Bgf,
        Self::Ogxm,
        Self::XgText,
        Self::OldMoves,
        Self::Bgammon,
        Self::JavaFibs,
        Self::GnuText,
        Self::Positions,
        Self::Snowie,
    ];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mat => "mat",
            Self::Sgf => "sgf",
            Self::Json => "json",
            Self::Xg => "xg",
            Self::Bgf => "bgf",
            Self::Ogxm => "ogxm",
            Self::XgText => "xg-text",
            Self::OldMoves => "oldmoves",
            Self::Bgammon => "bgammon",
            Self::JavaFibs => "javafibs",
            Self::GnuText => "gnubg-text",
            Self::Positions => "positions",
            Self::Snowie => "snowie",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
