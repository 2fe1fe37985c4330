//! Writers of files, one for each format.

pub(crate) mod json;
pub(crate) mod mat;
pub(crate) mod sgf;
