//! File formats and their detection from the contents of a file.

use super::{bgf, gnu_text, java_fibs, json, mat, oldmoves, sgf, snowie, xg, xg_text};
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
    /// eXtreme Gammon text export of positions.
    XgText,
    /// FIBS oldmoves.
    OldMoves,
    /// JavaFIBS files, `.match`.
    JavaFibs,
    /// GNU Backgammon text export of games and positions.
    GnuText,
    /// Snowie positions, forty fields a line.
    Snowie,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 10] = [
        Self::Mat,
        Self::Sgf,
        Self::Json,
        Self::Xg,
        Self::Bgf,
        Self::XgText,
        Self::OldMoves,
        Self::JavaFibs,
        Self::GnuText,
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
            Self::XgText => "xg-text",
            Self::OldMoves => "oldmoves",
            Self::JavaFibs => "javafibs",
            Self::GnuText => "gnubg-text",
            Self::Snowie => "snowie",
        }
    }

    /// Detects a binary format from the first bytes of a file.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if xg::is_xg(bytes) { Some(Self::Xg) } else { bgf::is_bgf(bytes).then_some(Self::Bgf) }
    }

    /// Detects a text format from decoded contents; `None` if it is unknown.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        if json::is_json(text) {
            Some(Self::Json)
        } else if sgf::is_sgf(text) {
            Some(Self::Sgf)
        } else if snowie::is_snowie(text) {
            Some(Self::Snowie)
        } else if oldmoves::is_oldmoves(text) {
            Some(Self::OldMoves)
        } else if java_fibs::is_java_fibs(text) {
            Some(Self::JavaFibs)
        } else if gnu_text::is_gnu_text(text) {
            Some(Self::GnuText)
        } else if xg_text::is_xg_text(text) {
            Some(Self::XgText)
        } else if mat::is_mat(text) {
            Some(Self::Mat)
        } else {
            None
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
