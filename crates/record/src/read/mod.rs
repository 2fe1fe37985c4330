//! Readers of files, one for each format.

mod game_name;
pub(crate) mod gnu_text;
pub(crate) mod json;
pub(crate) mod mat;
pub(crate) mod oldmoves;
pub(crate) mod sgf;
mod situation;
pub(crate) mod snowie;
pub(crate) mod xg;
pub(crate) mod xg_text;
