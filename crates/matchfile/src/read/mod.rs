//! Readers, one for each file format.

/// The reason that a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FormatError {
    /// The file names an unknown game.
    Game(String),
    /// The file is damaged.
    Damaged(String),
}

pub(crate) mod bgf;
mod game_name;
pub(crate) mod gnu_text;
mod heading;
pub(crate) mod java_fibs;
pub(crate) mod json;
pub(crate) mod mat;
pub(crate) mod oldmoves;
pub(crate) mod sgf;
mod situation;
pub(crate) mod snowie;
pub(crate) mod xg;
pub(crate) mod xg_text;
