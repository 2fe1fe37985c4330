//! Detects the format of a file from its contents.

use super::{
    bgammon, bgf, format::Format, gnu_text, java_fibs, json, mat, ogxm, oldmoves, positions, sgf,
    snowie, xg, xg_text,
};
use crate::text::SourceText;

impl Format {
    /// Detects a binary format from the first bytes of a file.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if xg::is_xg(bytes) {
            Some(Self::Xg)
        } else if ogxm::is_ogxm(bytes) {
            Some(Self::Ogxm)
        } else {
            bgf::is_bgf(bytes).then_some(Self::Bgf)
        }
    }

    /// Detects a text format from decoded contents; `None` if it is unknown.
    ///
    /// JSON and game trees are detected without splitting the text into lines, because they may
    /// have any number of them.
    pub(super) fn of_text(source: &SourceText<'_>) -> Option<Self> {
        if json::is_json(source.text()) {
            return Some(Self::Json);
        }
        if sgf::is_sgf(source.text()) {
            return Some(Self::Sgf);
        }
        let lines = source.lines();
        if snowie::is_snowie(lines) {
            Some(Self::Snowie)
        } else if oldmoves::is_oldmoves(lines) {
            Some(Self::OldMoves)
        } else if bgammon::is_bgammon(lines) {
            Some(Self::Bgammon)
        } else if java_fibs::is_java_fibs(source.text()) {
            Some(Self::JavaFibs)
        } else if positions::are_positions(lines) {
            Some(Self::Positions)
        } else if gnu_text::is_gnu_text(lines) {
            Some(Self::GnuText)
        } else if xg_text::is_xg_text(lines) {
            Some(Self::XgText)
        } else if mat::is_mat(lines) {
            Some(Self::Mat)
        } else {
            None
        }
    }
}
