//! Writers, one for each file format.

pub(crate) mod json;
pub(crate) mod mat;
pub(crate) mod sgf;
